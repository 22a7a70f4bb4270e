/** What is wrong with how the lists of a page stand in its window: what is hidden, and where nothing tells of it. */
import type { Page } from 'playwright-core'

/**
 * Runs in the page. At a desk: no column ends in the middle of what lies over the edge of the table, columns out of sight are told of, and no heading, no
 * action is cut. On a phone: rows are cards, which show without scrolling sideways, and they begin high enough for 55 % of a screen of 812 pixels.
 */
const MISPLACED = `(async () => {
  const look = () => {
    const problems = []
    const isCut = (element) => element.scrollWidth > element.clientWidth + 1
    for (const table of document.querySelectorAll('.data-table')) {
      if (table.clientWidth === 0) continue
      const name = table.getAttribute('aria-label')
      if (innerWidth <= 640) {
        const first = table.querySelector('tbody tr[data-at]')
        // An example has a text of its own before its list.
        if (!table.closest('.resource-page') || !first || location.pathname.startsWith('/template/')) continue
        if (!table.classList.contains('cards')) problems.push(name + ': rows are no cards')
        if (isCut(table)) problems.push(name + ': the cards are wider than the screen')
        const top = first.getBoundingClientRect().top + scrollY
        if (top > 812 * 0.45) problems.push(name + ': the first row begins at ' + Math.round(top))
        continue
      }
      const edge = table.querySelector('thead th.actions')?.getBoundingClientRect().left
      const headings = [...table.querySelectorAll('thead th[data-key]')]
      for (const heading of headings)
        if (isCut(heading.querySelector('.sort span') ?? heading)) problems.push(name + ': the heading ' + heading.dataset.key + ' is cut')
      if (edge === undefined || table.scrollLeft > 0) continue
      for (const cell of table.querySelectorAll('.actions')) if (isCut(cell)) problems.push(name + ': actions are cut')
      const boxes = headings.map((heading) => [heading.dataset.key, heading.getBoundingClientRect()])
      for (const [key, { left, right }] of boxes) if (left < edge - 1 && right > edge + 1) problems.push(name + ': ' + key + ' is half hidden')
      const beyond = boxes.filter(([, { left }]) => left >= edge - 1).length
      if (beyond > 0 && !table.hasAttribute('data-after')) problems.push(name + ': nothing tells of ' + beyond + ' columns')
      if (beyond > 0 && table.querySelector('.beyond')?.textContent !== '+' + beyond) problems.push(name + ': ' + beyond + ' columns are not counted')
    }
    return [...new Set(problems)]
  }
  // Sizes are observed after the layout of a frame and drawn with one of the next.
  for (let frame = 0; frame < 30 && look().length > 0; frame += 1) await new Promise((done) => requestAnimationFrame(done))
  return look()
})()`

/** A desk of the width that most have: the smallest that everything has to be read at. */
const DESK = { width: 1366, height: 768 }

/** What is wrong in the window as it is; of a wide one, also at the width of a small desk. */
export async function misplacedIn(page: Page, width: number): Promise<string[]> {
  const found = await page.evaluate<string[]>(MISPLACED)
  if (width <= DESK.width) return found
  const before = page.viewportSize()
  await page.setViewportSize(DESK)
  const small = await page.evaluate<string[]>(MISPLACED)
  if (before) await page.setViewportSize(before)
  return [...found, ...small.map((problem) => `at ${DESK.width}, ${problem}`)]
}
