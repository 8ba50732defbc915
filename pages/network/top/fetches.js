const ask = async (url, method = "GET") => {
  try {
    const answer = await fetch(url, method === "GET" ? {} : {
      method, body: JSON.stringify({ who: "page" }), headers: { "Content-Type": "application/json" } });
    document.querySelector("p").textContent = answer.status + " " + (await answer.text());
  } catch (error) {
    document.querySelector("p").textContent = "failed: " + error.message;
  }
};
