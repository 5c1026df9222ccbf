// Draws a deal as a bar of turns with marks above it.  A click tells Python the number of a step.  All words arrive as
// data and are set as text, never as HTML.
const SHAPES = {
  finding: "M8 1.2L15.2 14.2H.8Z",
  take: "M8 1L13.5 7H10.3V12H5.7V7H2.5ZM2.5 13.3H13.5V15H2.5Z",
  freeze: "M7.2 1H8.8V15H7.2ZM1.5 4.9L2.3 3.5L14.5 11.1L13.7 12.5ZM1.5 11.1L13.7 3.5L14.5 4.9L2.3 12.5Z",
  natural: "M3 1H13V15H3ZM8 4L9.2 7H12L9.8 9L10.6 12L8 10.3L5.4 12L6.2 9L4 7H6.8Z",
  mixed: "M3 1H13V15H3ZM8 4L11.4 8L8 12L4.6 8Z",
  wild: "M3 1H13V15H3ZM8 3.5L9.6 6.8L13 8L9.6 9.2L8 12.5L6.4 9.2L3 8L6.4 6.8Z",
  sequence: "M3 1H13V15H3ZM5 3.5H7V6H5ZM7 7H9V9.5H7ZM9 10.5H11V13H9Z",
  out: "M3 1H4.6V15H3ZM4.6 1.6H14L11.2 5L14 8.4H4.6Z",
  note: "M2 1H14V11H8L4.5 15V11H2ZM4 3.5V5H12V3.5ZM4 7V8.5H10V7Z",
  ruling: "M8 1L15 5H1ZM2 6H4V12H2ZM7 6H9V12H7ZM12 6H14V12H12ZM1 13H15V15H1Z",
};

function marker(mark) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[mark.kind] || SHAPES.finding);
  path.setAttribute("fill", mark.colour);
  path.setAttribute("fill-rule", "evenodd");
  svg.appendChild(path);
  return svg;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".timeline");
  if (!root || !data) return;
  root.replaceChildren();
  const count = Math.max(data.count, 1);
  const at = (step) => ((step + 0.5) / count) * 100 + "%";
  for (const marks of data.lanes) {
    const lane = document.createElement("div");
    lane.className = "lane";
    for (const mark of marks) {
      const button = document.createElement("button");
      button.style.left = at(mark.step);
      button.title = mark.text;
      button.setAttribute("aria-label", mark.text);
      button.className = mark.kind + (mark.step === data.at ? " here" : "");
      button.appendChild(marker(mark));
      button.onclick = () => setTriggerValue("step", mark.step);
      lane.appendChild(button);
    }
    root.appendChild(lane);
  }
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "turns of the deal");
  for (const turn of data.turns) {
    const part = document.createElement("div");
    part.className = "turn-of";
    part.style.left = (turn.first / count) * 100 + "%";
    part.style.width = ((turn.last - turn.first + 1) / count) * 100 + "%";
    part.style.background = turn.colour;
    part.title = turn.text;
    if (((turn.last - turn.first + 1) / count) * root.clientWidth > 9 * turn.label.length + 4) {
      const label = document.createElement("span");
      label.textContent = turn.label;
      part.appendChild(label);
    }
    bar.appendChild(part);
  }
  bar.onclick = (event) => {
    const box = bar.getBoundingClientRect();
    const step = Math.floor(((event.clientX - box.left) / box.width) * count);
    setTriggerValue("step", Math.min(Math.max(step, 0), count - 1));
  };
  root.appendChild(bar);
  const cursor = document.createElement("div");
  cursor.className = "cursor";
  cursor.style.left = at(data.at);
  root.appendChild(cursor);
}
