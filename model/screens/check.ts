/**
 * What keeps a screen from being published, or ought to be looked at, as far as the document itself tells it. Whether rows that it names are there, and who sees
 * them, is for the server to say (server/features/screen/shared/findings.ts).
 */
import type { ScreenFinding } from '../contract/screen/screens.ts'
import { companions } from '../figures/read.ts'
import { columnsOf } from '../reports/draft.ts'
import { contrastOf, over } from './contrast.ts'
import type { ScreenDocument, ScreenPage, ScreenWidget, Source } from './document.ts'
import { MAX_PAGE_POINTS } from './document.ts'
import { idsIn, referencesOf } from './references.ts'
import { WIDGETS, slotsOf } from './widgets.ts'

/** Real pixels of a text on a display of full HD, below which it cannot be read from a chair. */
export const LEAST_TEXT = 12
const FULL_HD = { width: 1920, height: 1080 } as const
/** Of a text to its ground (WCAG 2.2, 1.4.3), and of one from 24 pixels. */
const LEAST_CONTRAST = { usual: 4.5, large: 3, largeFrom: 24 } as const
/** The grounds of the themes, where a page has none of its own. */
const GROUNDS = { wall: '#0b1320', calm: '#d6d9dc' } as const
/** Of a document with more of them nobody reads the rest. */
const MAX_FINDINGS = 200

type Code = ScreenFinding['code']
/** What only ought to be looked at. */
const ADVICE: ReadonlySet<Code> = new Set(['outside', 'small-text', 'contrast', 'stale', 'point-hidden'])

/** A finding with its level, which follows from what it is. */
export const findingOf = (page: string, widget: string | null, code: Code, detail = ''): ScreenFinding => ({
  page,
  widget,
  code,
  level: ADVICE.has(code) ? 'advice' : 'error',
  detail,
})

/** The findings, page by page in the order of its widgets. Figures that are withheld are taken for sound. */
export function findingsOf(document: ScreenDocument): ScreenFinding[] {
  const known = namesIn(document)
  const references = referencesOf(document)
  const found = document.pages.flatMap((page) => {
    const points = idsIn(
      references.filter((reference) => reference.page === page.id),
      'points',
    ).length
    return [
      ...(points > MAX_PAGE_POINTS ? [findingOf(page.id, null, 'too-many-points', String(points))] : []),
      ...page.widgets.flatMap((widget) => findingsOfWidget(document, page, widget, known)),
    ]
  })
  return [...findingsOfFigures(document, known), ...found].slice(0, MAX_FINDINGS)
}

interface Names {
  readonly pages: ReadonlySet<string>
  readonly variables: ReadonlySet<string>
  /** The columns by the name of the figures; undefined for figures that are withheld. */
  readonly figures: ReadonlyMap<string, ReadonlySet<string> | undefined>
}

function namesIn({ pages, variables, figures }: ScreenDocument): Names {
  return {
    pages: new Set(pages.map(({ id }) => id)),
    variables: new Set(variables.map(({ name }) => name)),
    figures: new Map(
      figures.map(({ name, document }) => {
        const columns = document === null ? undefined : columnsOf(document)
        return [name, columns && new Set(columns.flatMap((column) => [column, `${column}${companions.rest}`]))]
      }),
    ),
  }
}

/** Of no widget: figures are the document's. They are told with the first page. */
function findingsOfFigures({ pages, figures }: ScreenDocument, { variables }: Names): ScreenFinding[] {
  const [first] = pages
  return figures.flatMap(({ name, params = {} }) =>
    Object.values(params).flatMap((given) =>
      'variable' in given && !variables.has(given.variable)
        ? [findingOf(first?.id ?? '', null, 'variable-gone', `${name}: ${given.variable}`)]
        : [],
    ),
  )
}

function findingsOfWidget(document: ScreenDocument, page: ScreenPage, widget: ScreenWidget, known: Names): ScreenFinding[] {
  const at = (code: Code, detail = '') => findingOf(page.id, widget.id, code, detail)
  const { bind = {}, action } = widget
  const slots = slotsOf(widget.kind)
  const unbound = Object.entries(slots).filter(([name, { required }]) => required && bind[name] === undefined)
  const wrongSlots = Object.keys(bind).filter((name) => !Object.hasOwn(slots, name))
  return [
    ...[...unbound.map(([name]) => name), ...wrongSlots].map((name) => at('unbound', name)),
    ...Object.values(bind).flatMap((source) => ofSource(source, known, at)),
    ...ofOptions(widget, known, at),
    ...(action && 'page' in action && !known.pages.has(action.page) ? [at('page-gone', action.page)] : []),
    ...(isOutside(document, widget) ? [at('outside')] : []),
    ...ofText(document, page, widget, at),
  ]
}

type At = (code: Code, detail?: string) => ScreenFinding

function ofSource(source: Source, known: Names, at: At): ScreenFinding[] {
  if ('variable' in source) return known.variables.has(source.variable) ? [] : [at('variable-gone', source.variable)]
  return 'figure' in source ? ofFigure(source.figure, source.column === undefined ? [] : [source.column], known, at) : []
}

function ofFigure(name: string, columns: readonly string[], { figures }: Names, at: At): ScreenFinding[] {
  if (!figures.has(name)) return [at('figure-gone', name)]
  const offered = figures.get(name)
  return offered ? columns.filter((column) => !offered.has(column)).map((column) => at('figure-wrong', `${name}.${column}`)) : []
}

/** Options by the shapes that kinds give them: figures with their columns, and variables. */
function ofOptions({ kind, options = {} }: ScreenWidget, known: Names, at: At): ScreenFinding[] {
  const found = Object.values(options).flatMap((value) =>
    typeof value === 'string' && value.startsWith('$') && isChosen(value) && !known.variables.has(value.slice(1))
      ? [at('variable-gone', value.slice(1))]
      : [],
  )
  if (kind === 'filter') {
    const { variable } = options as { readonly variable?: string }
    return variable !== undefined && known.variables.has(variable) ? found : [...found, at('variable-gone', variable ?? '')]
  }
  if (kind !== 'chart' && kind !== 'table' && kind !== 'calendar') return found
  const { figure, x, by, series = [], columns = [], day, measure } = options as FigureOptions
  if (figure === undefined) return [...found, at('unbound', 'figure')]
  const named = [x, by, ...series, ...columns.map(({ column }) => column), day, measure].filter((name) => name !== undefined)
  return [...found, ...ofFigure(figure, named, known, at)]
}

interface FigureOptions {
  readonly figure?: string
  readonly x?: string
  readonly by?: string
  readonly series?: readonly string[]
  readonly columns?: readonly { readonly column: string }[]
  readonly day?: string
  readonly measure?: string
}

const isChosen = (value: string): boolean => /^\$[A-Za-z][A-Za-z0-9_]{0,31}$/.test(value)

function isOutside({ size }: ScreenDocument, { rect: [left, top, width, height] }: ScreenWidget): boolean {
  return left < 0 || top < 0 || left + width > size.width || top + height > size.height
}

/** What is written too small, or in a colour that the ground swallows. A ground that is a picture cannot be judged. */
function ofText(
  { size, theme }: ScreenDocument,
  { background }: ScreenPage,
  { kind, style, hidden }: ScreenWidget,
  at: At,
): ScreenFinding[] {
  if (!style || hidden || !(kind in WIDGETS)) return []
  const scale = Math.min(FULL_HD.width / size.width, FULL_HD.height / size.height)
  const { fontSize, colour } = style
  const found = fontSize !== undefined && fontSize * scale < LEAST_TEXT ? [at('small-text', (fontSize * scale).toFixed(1))] : []
  if (colour === undefined || (background?.picture !== undefined && style.background === undefined)) return found
  const page = over(background?.colour ?? GROUNDS[theme], GROUNDS[theme])
  const ground = over(style.background ?? page, page)
  const contrast = contrastOf(over(colour, ground), ground)
  const least = (fontSize ?? 0) >= LEAST_CONTRAST.largeFrom ? LEAST_CONTRAST.large : LEAST_CONTRAST.usual
  return contrast < least ? [...found, at('contrast', contrast.toFixed(1))] : found
}
