// What a course page does with a playground: it keeps the learner's work, and turns what happens into statements.
const told = (window.told = []);
const statements = (window.statements = []);
const received = (window.received = []);
const actor = { account: { homePage: location.origin, name: "learner-7" } };

window.addEventListener("message", ({ data, origin }) => received.push({ data, origin }));

for (const element of document.querySelectorAll("secondwind-playground")) {
  const shelf = `work.${element.id}`;
  if (element.getAttribute("state") === "") element.state = JSON.parse(localStorage.getItem(shelf));
  for (const type of ["ready", "resize", "step", "answered", "progress", "completed", "state-changed", "error"]) {
    element.addEventListener(`secondwind-${type}`, ({ detail }) => {
      told.push({ from: element.id, ...detail });
      if (type === "state-changed") localStorage.setItem(shelf, JSON.stringify(detail.state));
      const statement = window.secondwindEmbed.statementOf(detail, { actor, page: "https://playground.example/", lang: document.documentElement.lang, timestamp: "2026-01-02T03:04:05.000Z" });
      if (statement) statements.push(statement);
    });
  }
}
