// The names that page scripts share and no script declares: scope_begin.js makes the first ones, Chrome has the others,
// which are newer than the compiler's own library.

declare function ownGlobal(name: string): any;
declare function expose(functions: Record<string, Function>): void;
declare function words(text: string): string[];
// The object through which C++ calls the exposed functions.
declare var casement: Record<string, Function>;
// The object through which C++ runs a program of Emscripten (wasm/js/program_page.js).
declare var casementProgram: Record<string, Function>;

// W3C CSSOM View, section 5; CSS Containment Level 2.
interface Element {
  checkVisibility(options?: Record<string, boolean>): boolean;
}
interface CSSStyleDeclaration {
  contentVisibility: string;
}
// V8, the stack of an error.
interface ErrorConstructor {
  stackTraceLimit: number;
}
// CSS Cascading and Inheritance Level 6; CSS Nesting.
declare var CSSScopeRule: { new (): CSSGroupingRule; prototype: CSSGroupingRule } | undefined;
declare var CSSNestedDeclarations: { new (): CSSStyleRule; prototype: CSSStyleRule } | undefined;
// HTML, section 4.12.5.
declare var OffscreenCanvas: { new (width: number, height: number): { getContext(kind: '2d', options?: object): CanvasRenderingContext2D } };
// W3C Prioritized Task Scheduling.
declare var scheduler: { postTask(task: () => void, options?: { priority?: string; delay?: number }): Promise<void> };
