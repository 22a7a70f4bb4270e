/**
 * All that a page shows, in one call and in few statements: points with their values, figures, rows of lists, the last minutes of trends. Everything is judged
 * by what the caller may have of it elsewhere: a screen gives nobody a right. What a caller may not have leaves its widget withheld.
 */
import type { ScreenPageData } from '../../../../model/contract/screen/screens.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { ScreenDocument, ScreenPage, ScreenWidget, Source } from '../../../../model/screens/document.ts'
import { MAX_PAGE_FIGURES, MAX_PAGE_POINTS } from '../../../../model/screens/document.ts'
import { idsIn, referencesOf } from '../../../../model/screens/references.ts'
import { readableBy } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'
import { readLists } from './lists.ts'
import type { WantedTrend } from './points.ts'
import { mayReadTrends, readPoints, readTrends } from './points.ts'
import { paramsOf, variablesOf } from './variables.ts'

/** Minutes of a trend that says none. */
const USUAL_MINUTES = 30
/** Minutes of the points of a run that a widget draws: half a day of a steam curing. */
const RUN_MINUTES = 12 * 60
/** Points of one page whose last minutes are told. */
const MAX_TRENDS = 64

export interface PageAsked {
  readonly content: ScreenDocument
  readonly page: string
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** A moment to play back, in milliseconds since 1970: values, trends and alarms are those of then, and nothing else is told, for nothing else is known of then. */
  readonly at?: number | undefined
}

export interface PageReading {
  readonly services: Pick<Services, 'transactions' | 'figures' | 'clock'>
  readonly caller: Caller
  readonly t: Translate
}

/**
 * What the page shows to the caller. It opens its transactions itself, one after the other: figures have one of their own, and a page takes one connection.
 * @throws Failure `screen.no-page`, `request.invalid` for a variable that has a wrong value
 */
export async function pageData(
  { services, caller, t }: PageReading,
  { content, page: pageId, variables: given, at }: PageAsked,
): Promise<ScreenPageData> {
  const page = pageOf(content, pageId)
  const variables = variablesOf(content, given, t)
  const asOf = at ?? services.clock.now()
  const widgets = page.widgets.filter(({ hidden }) => hidden !== true)
  const figures = at === undefined ? figuresOf(content, widgets) : []
  const { read, readable } = await services.transactions.inTenant(
    caller,
    async (tx) => {
      const [lists, figuresReadable] = await Promise.all([
        readLists(tx, widgets, { caller, variables, now: asOf, at }),
        readableOf(
          tx,
          caller,
          figures.map(({ document }) => document),
        ),
      ])
      const ofRuns = probesOf(widgets, lists.lists)
      const pointsRead = await readPoints(tx, caller, [...new Set([...pointIds(page), ...ofRuns.map(({ pointId }) => pointId)])], at)
      const wanted = mayReadTrends(caller)
        ? [...trendsOf(widgets), ...ofRuns.filter(({ minutes }) => minutes > 0)].slice(0, MAX_TRENDS)
        : []
      return { read: { ...pointsRead, ...lists, trends: await readTrends(tx, pointsRead, wanted, asOf) }, readable: figuresReadable }
    },
    'read',
  )
  const told = figures.filter((_, nth) => readable[nth])
  const answers = await services.figures.queryEach(
    caller,
    t,
    told.map((figure) => ({ document: figure.document, params: paramsOf(figure, variables) })),
  )
  const { points, values, lists, trends } = read
  const seen = { points: new Set(points.map(({ id }) => id)), figures: new Set(told.map(({ name }) => name)), isPast: at !== undefined }
  return {
    asOf,
    points: [...points],
    values: [...values],
    figures: Object.fromEntries(told.flatMap(({ name }, nth) => (answers[nth] ? [[name, answers[nth]]] : []))),
    lists,
    trends: trends as ScreenPageData['trends'],
    withheld: [...new Set([...read.withheld, ...widgets.filter((widget) => showsNothing(widget, seen)).map(({ id }) => id)])],
  }
}

/** The page by its id. @throws Failure `screen.no-page` */
export const pageOf = ({ pages }: ScreenDocument, id: string): ScreenPage => pages.find((page) => page.id === id) ?? fail('screen.no-page')

/** The points that a page names, each once, as many as a page may have. */
export const pointIds = (page: ScreenPage): string[] =>
  idsIn(referencesOf({ ...NO_DOCUMENT, pages: [page] }), 'points').slice(0, MAX_PAGE_POINTS)

const NO_DOCUMENT: ScreenDocument = {
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  variables: [],
  figures: [],
  refresh: 60,
  pages: [],
}

/** `readableBy` looks into the database one document after the other where it must; of none it asks nothing. */
const readableOf = (tx: Transaction, caller: Caller, documents: readonly unknown[]): Promise<boolean[]> =>
  documents.length === 0 ? Promise.resolve([]) : readableBy(tx, caller, documents)

/** The figures that widgets of the page name. */
function figuresOf({ figures }: ScreenDocument, widgets: readonly ScreenWidget[]) {
  const named = new Set(widgets.flatMap((widget) => figuresNamed(widget)))
  return figures.filter(({ name, document }) => named.has(name) && document !== null).slice(0, MAX_PAGE_FIGURES)
}

function figuresNamed({ bind = {}, options = {} }: ScreenWidget): string[] {
  const bound = Object.values(bind).flatMap((source) => ('figure' in source ? [source.figure] : []))
  return typeof options['figure'] === 'string' ? [...bound, options['figure']] : bound
}

function trendsOf(widgets: readonly ScreenWidget[]): WantedTrend[] {
  return widgets.flatMap(({ kind, bind = {}, options = {} }) => {
    if (kind !== 'trend') return []
    const minutes = typeof options['minutes'] === 'number' ? options['minutes'] : USUAL_MINUTES
    return Object.values(bind).flatMap((source) => ('point' in source ? [{ pointId: source.point, minutes }] : []))
  })
}

/** The points of the runs that widgets show by themselves, with their last hours where the widget draws them. */
function probesOf(widgets: readonly ScreenWidget[], lists: ScreenPageData['lists']): WantedTrend[] {
  return widgets.flatMap(({ id, kind, options = {} }) => {
    const list = lists[id]
    if (kind !== 'run' || list?.of !== 'runs') return []
    const minutes = options['trend'] === true ? RUN_MINUTES : 0
    return list.rows.flatMap(({ values }) => values.map(({ pointId }) => ({ pointId, minutes })))
  })
}

interface Seen {
  readonly points: ReadonlySet<string>
  readonly figures: ReadonlySet<string>
  readonly isPast: boolean
}

/** Whether nothing of all that the widget is bound to may be told to its reader. What it shows by itself, a text or a frame, is told to everybody. */
function showsNothing(widget: ScreenWidget, { points, figures, isPast }: Seen): boolean {
  const isTold = (source: Source) =>
    'point' in source ? points.has(source.point) : 'figure' in source ? isPast || figures.has(source.figure) : undefined
  const bound = Object.values(widget.bind ?? {}).map(isTold)
  const figure = widget.options?.['figure']
  const told = [...bound, ...(typeof figure === 'string' ? [isPast || figures.has(figure)] : [])].filter((each) => each !== undefined)
  return told.length > 0 && !told.includes(true)
}
