/** The figures of a document as a table for a file. Cells are values: what begins with `=` is a text in it. */
import type { FigureAnswer, FigureColumn } from '../../../../model/contract/report/figure.ts'
import type { FIGURE_FORMATS } from '../../../../model/contract/report/figure.ts'
import type { Language, Translate } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Cell, Column, Sheet } from '../../../documents/index.ts'
import { CSV, XLSX, writeCsv, writeXlsx } from '../../../documents/index.ts'
import { aboutOf } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Services } from '../../../kernel/services.ts'

export const formats = { csv: { type: CSV, write: writeCsv }, xlsx: { type: XLSX, write: writeXlsx } } as const
export type FigureFormat = (typeof FIGURE_FORMATS)[number]
/** Rows that are handed on at a time. */
const PAGE = 1000

interface SheetOptions {
  readonly t: Translate
  readonly language: Language
  readonly format: FigureFormat
  /** In place of the usual title, and of the headings of columns, by their names. */
  readonly title?: string | undefined
  readonly headings?: Readonly<Record<string, string>> | undefined
}

/** The bytes of the file. */
export async function bytesOf(
  services: Services,
  caller: Caller,
  answer: FigureAnswer,
  { t, language, format, title, headings = {} }: SheetOptions,
): Promise<AsyncIterable<Buffer>> {
  const zone = await services.transactions.timeZoneOf(caller.tenantId)
  const { kept, columns } = columnsOf(answer, headings, t)
  const { coverage } = answer
  const sheet: Sheet = {
    ...(await aboutOf(services, caller, t, {
      title: title ?? t('figures.title'),
      filters: coverage
        ? [
            `${t('figures.range')}${t('common.means')}${t('exported.range', { from: secondText(zone, coverage.from), to: secondText(zone, coverage.to) })}`,
          ]
        : [],
    })),
    locale: localeOf[language],
    columns,
    rows: pagesOf(answer.rows.map((row) => kept.map((at) => row[at] ?? null))),
  }
  return formats[format].write(sheet)
}

const KIND: Readonly<Record<FigureColumn['kind'], Column['kind']>> = {
  text: 'text',
  number: 'number',
  time: 'time',
  choice: 'text',
  reference: 'text',
}

/** Ids and words of programs stand in no file where what people call them stands beside. */
function columnsOf(
  { columns }: FigureAnswer,
  given: Readonly<Record<string, string>>,
  t: Translate,
): { kept: number[]; columns: Column[] } {
  const names = new Set(columns.map(({ name }) => name))
  const kept = columns.flatMap(({ name }, at) => (names.has(`${name}Cn`) ? [] : [at]))
  return {
    kept,
    columns: kept.map((at) => {
      const { name, label: own, kind } = columns[at] as FigureColumn
      const label = (Object.hasOwn(given, own) ? given[own] : undefined) ?? own
      const heading =
        name.endsWith('Before') && name !== own
          ? t('figures.before', { name: label })
          : name.endsWith('Rest') && name !== own
            ? t('figures.rest')
            : label
      return { heading, kind: KIND[kind], width: kind === 'number' ? 12 : 20 }
    }),
  }
}

async function* pagesOf(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += PAGE) yield await Promise.resolve(rows.slice(at, at + PAGE))
}
