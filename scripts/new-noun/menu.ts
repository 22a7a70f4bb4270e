/** Where in `seeds/menus.ts` a new noun can stand, and with which icons. All of it is read from texts: what is imported is not what was edited. */

/** The most entries below a heading within an area: longer lists are not read to their end. */
export const ENTRIES_BELOW_HEADING = 8

export interface Heading {
  readonly code: string
  readonly entries: number
  /** Where in the text another entry would begin. */
  readonly end: number
}

/** What `seeds/menus.ts` and `web/app/shell/menu-icon.tsx` leave to choose from. */
export interface MenuChoices {
  readonly areas: readonly string[]
  readonly headingsOf: (area: string) => readonly Heading[]
  readonly icons: readonly string[]
}

/** The choices by the texts of the two files. */
export const menuChoices = (menus: string, menuIcon: string): MenuChoices => ({
  areas: [...menus.matchAll(/^ {2}group\('([a-z]+)', '[a-z-]+', \[$/gm)].map(([, area = '']) => area),
  headingsOf: (area) => headingsIn(menus, area),
  icons: iconsAtOnce(menuIcon),
})

/** The icons that the console has from the start, by the text of its file: the others would come with the whole set of icons. */
export const iconsAtOnce = (menuIcon: string): string[] =>
  [...menuIcon.matchAll(/^ {2}'?([a-z-]+)'?: \w+Outlined,$/gm)].map(([, name = '']) => name)

/** The headings within the group of an area that leave the addresses of their pages as they are; none where its pages stand side by side. */
export function headingsIn(menus: string, area: string): Heading[] {
  const { start, end } = groupOf(menus, area)
  return [...menus.slice(start, end).matchAll(/^ {4}openGroup\('([a-z]+)', .*\n((?: {6}.*\n)*)(?= {4}\]\),$)/gm)].map(
    ({ 0: whole, 1: code = '', 2: lines = '', index }) => ({
      code,
      entries: lines.match(/^ {6}\w+\(/gm)?.length ?? 0,
      end: start + index + whole.length,
    }),
  )
}

/** The text with an entry that stands last below its heading, or in the group of an area without headings. @throws Error when the group is not found */
export function withEntry(menus: string, area: string, heading: string | undefined, entry: string): string {
  const end = headingsIn(menus, area).find(({ code }) => code === heading)?.end ?? groupOf(menus, area).end
  return `${menus.slice(0, end)}${entry}\n${menus.slice(end)}`
}

function groupOf(menus: string, area: string): { readonly start: number; readonly end: number } {
  const start = menus.indexOf(`\n  group('${area}', `)
  const end = menus.indexOf('\n  ]),', start)
  if (start < 0 || end < 0) throw new Error(`seeds/menus.ts has no group('${area}', …) that ends with "]),"`)
  return { start, end: end + 1 }
}
