console.warn("from the page", 7);
setTimeout(() => missingFunction(), 0);
fetch("http://api.test/answer").then((answer) => answer.json());
