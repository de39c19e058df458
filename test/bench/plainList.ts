/**
 * The baseline of the editor's figures: the minimum work of a page with that many rows. A virtual list of absolute rows
 * with a text field each, written by hand, with a drag that moves a row by a transform.
 */

/** The page's HTML. Rows are 60 px high; the list fills the window. */
export function plainList(rows: number, text: string): string {
  return `<!doctype html><style>
  body{margin:0;font:16px/22px serif}#list{height:100vh;overflow:auto;position:relative}
  #list>div{position:relative}.row{position:absolute;left:0;right:0;height:60px;display:flex;gap:8px}
  textarea{flex:1;border:0;font:inherit;resize:none}.handle{width:30px;height:30px;background:#ddd;touch-action:none}
  </style><div id="list" aria-label="Rows"><div></div></div><script>
  const HEIGHT = 60, list = document.getElementById('list'), sheet = list.firstChild
  const rows = Array.from({ length: ${rows} }, (_, at) => ({ id: at, text: ${JSON.stringify(text)}, speed: 1 }))
  const drawn = new Map()
  function draw() {
    sheet.style.height = rows.length * HEIGHT + 'px'
    const from = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 5)
    const to = Math.min(rows.length, from + Math.ceil(innerHeight / HEIGHT) + 10)
    for (const [at, node] of drawn) if (at < from || at >= to) { node.remove(); drawn.delete(at) }
    for (let at = from; at < to; at += 1) {
      let node = drawn.get(at)
      if (!node) {
        node = document.createElement('div')
        node.className = 'row'
        node.innerHTML = '<div class="handle"></div><textarea></textarea><span></span>'
        node.style.top = at * HEIGHT + 'px'
        node.firstChild.onpointerdown = (event) => drag(node, event)
        node.children[1].oninput = (event) => { rows[at].text = event.target.value }
        drawn.set(at, node)
        sheet.append(node)
      }
      if (node.children[1].value !== rows[at].text) node.children[1].value = rows[at].text
      node.children[2].textContent = String(rows[at].speed)
    }
  }
  function drag(node, { clientY, pointerId, target }) {
    target.setPointerCapture(pointerId)
    target.onpointermove = (event) => { node.style.transform = 'translateY(' + (event.clientY - clientY) + 'px)' }
    target.onpointerup = () => { target.onpointermove = null; node.style.transform = '' }
  }
  list.onscroll = draw
  globalThis.openList = () => draw()
  globalThis.setAll = (speed) => { for (const row of rows) row.speed = speed; draw() }
  globalThis.speedShown = () => sheet.querySelector('span')?.textContent
  </script>`
}
