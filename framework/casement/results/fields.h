// Lists every field of the results once: `fields(archive, value)` calls the archive with each name and field. For this
// room's own sources.
#pragma once

#include "casement/results/model.h"

namespace casement::results {

template <class Archive>
void fields(Archive& at, Point& point) {
  at("x", point.x);
  at("y", point.y);
}

template <class Archive>
void fields(Archive& at, SourcePlace& place) {
  at("file", place.file);
  at("line", place.line);
  at("column", place.column);
}

template <class Archive>
void fields(Archive& at, Attachment& attachment) {
  at("name", attachment.name);
  at("media_type", attachment.media_type);
  at("path", attachment.path);
  at.bytes("content", attachment.content);
}

template <class Archive>
void fields(Archive& at, FrameFailure& failure) {
  at("owner_ref", failure.owner_ref);
  at("frame_name", failure.frame_name);
  at("url", failure.url);
  at("kind", failure.kind);
  at("message", failure.message);
  at("expected", failure.expected);
  at("verdict", failure.verdict);
  at("milliseconds", failure.milliseconds);
  at("status", failure.status);
}

template <class Archive>
void fields(Archive& at, FrameInfo& frame) {
  at("depth", frame.depth);
  at("label", frame.label);
  at("name", frame.name);
  at("url", frame.url);
  at("cross_site", frame.cross_site);
  at("state", frame.state);
}

template <class Archive>
void fields(Archive& at, Failure& failure) {
  at("type", failure.type);
  at("message", failure.message);
  at("details", failure.details);
  at("where", failure.where);
  at("screenshot", failure.screenshot);
}

template <class Archive>
void fields(Archive& at, Attempt& attempt) {
  at("strategy", attempt.strategy);
  at("frame", attempt.frame);
  at("success", attempt.success);
  at("milliseconds", attempt.milliseconds);
  at("error", attempt.error);
}

template <class Archive>
void fields(Archive& at, Step& step) {
  at("title", step.title);
  at("where", step.where);
  at("outcome", step.outcome);
  at("message", step.message);
  at("milliseconds", step.milliseconds);
  at("depth", step.depth);
  at("source", step.source);
  at("target", step.target);
  at("matched", step.matched);
  at("frame_path", step.frame_path);
  at("point", step.point);
  at("values", step.values);
  at("attempts", step.attempts);
  at("snapshot_before", step.snapshot_before);
  at("snapshot_after", step.snapshot_after);
  at("screenshot", step.screenshot);
  at("began", step.began);
}

template <class Archive>
void fields(Archive& at, Request& request) {
  at("method", request.method);
  at("url", request.url);
  at("type", request.type);
  at("status", request.status);
  at("failure", request.failure);
  at("milliseconds", request.milliseconds);
  at("bytes", request.bytes);
  at("answered_by_test", request.answered_by_test);
}

template <class Archive>
void fields(Archive& at, Property& property) {
  at("name", property.name);
  at("value", property.value);
}

template <class Archive>
void fields(Archive& at, Case& one) {
  at("suite", one.suite);
  at("class_name", one.class_name);
  at("name", one.name);
  at("where", one.where);
  at("tags", one.tags);
  at("properties", one.properties);
  at("outcome", one.outcome);
  at("failures", one.failures);
  at("skip_reason", one.skip_reason);
  at("failed_as_expected", one.failed_as_expected);
  at("milliseconds", one.milliseconds);
  at("steps", one.steps);
  at("frame_failures", one.frame_failures);
  at("frames", one.frames);
  at("console", one.console);
  at("console_times", one.console_times);
  at("warnings", one.warnings);
  at("missed_changes", one.missed_changes);
  at("attachments", one.attachments);
  at("snapshot", one.snapshot);
  at("requests", one.requests);
  at("repetition", one.repetition);
  at("not_run", one.not_run);
  at("rerun", one.rerun);
  at("order", one.order);
  at("earlier_attempts", one.earlier_attempts);
}

template <class Archive>
void fields(Archive& at, Suite& suite) {
  at("name", suite.name);
  at("file", suite.file);
  at("cases", suite.cases);
}

template <class Archive>
void fields(Archive& at, ServerInfo& server) {
  at("name", server.name);
  at("running_at", server.running_at);
  at("log", server.log);
}

template <class Archive>
void fields(Archive& at, RunInfo& info) {
  at("product", info.product);
  at("browser", info.browser);
  at("host_name", info.host_name);
  at("started", info.started);
  at("suites", info.suites);
  at("cases", info.cases);
  at("workers", info.workers);
  at("seed", info.seed);
  at("shard", info.shard);
  at("commit", info.commit);
  at("branch", info.branch);
  at("build_url", info.build_url);
  at("servers", info.servers);
  at("warnings", info.warnings);
}

template <class Archive>
void fields(Archive& at, Run& run) {
  at("info", run.info);
  at("milliseconds", run.milliseconds);
  at("suites", run.suites);
  at("errors", run.errors);
}

}  // namespace casement::results
