/** The figures of a document as a file. Cells are values: what begins with `=` is a text in it. */
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/report/figure.ts'
import type { FigureAnswer, FigureColumn } from '../../../../model/contract/report/figure.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Cell, Column, Sheet } from '../../../documents/index.ts'
import { CSV, XLSX, writeCsv, writeXlsx } from '../../../documents/index.ts'
import { aboutOf, timeInName } from '../../../exchange/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'

const formats = { csv: { type: CSV, write: writeCsv }, xlsx: { type: XLSX, write: writeXlsx } } as const
/** Rows that are handed on at a time. */
const PAGE = 1000

export const exportFigure = implement(contract.exportFigure, {
  access: 'granted',
  reads: true,
  unloggedInput: ['document', 'params'],
  summary: 'The figures of a document as CSV or .xlsx',
  file: XLSX,
  async handle({ input: { document, params, format }, caller, services, t, request }) {
    const answer = await services.figures.query(caller, t, { document, params })
    const zone = await services.transactions.timeZoneOf(caller.tenantId)
    const { type, write } = formats[format]
    const { kept, columns } = columnsOf(answer, t)
    const { coverage } = answer
    const sheet: Sheet = {
      ...(await aboutOf(services, caller, t, {
        title: t('figures.title'),
        filters: coverage
          ? [
              `${t('figures.range')}${t('common.means')}${t('exported.range', { from: secondText(zone, coverage.from), to: secondText(zone, coverage.to) })}`,
            ]
          : [],
      })),
      locale: localeOf[languageOfRequest(request)],
      columns,
      rows: pagesOf(answer.rows.map((row) => kept.map((at) => row[at] ?? null))),
    }
    return new Download({
      name: `${sheet.title} ${await timeInName(services, caller.tenantId)}.${format}`,
      type,
      stream: Readable.from(write(sheet)),
    })
  },
})

const KIND: Readonly<Record<FigureColumn['kind'], Column['kind']>> = {
  text: 'text',
  number: 'number',
  time: 'time',
  choice: 'text',
  reference: 'text',
}

/** Ids and words of programs stand in no file where what people call them stands beside. */
function columnsOf({ columns }: FigureAnswer, t: Translate): { kept: number[]; columns: Column[] } {
  const names = new Set(columns.map(({ name }) => name))
  const kept = columns.flatMap(({ name }, at) => (names.has(`${name}Cn`) ? [] : [at]))
  return {
    kept,
    columns: kept.map((at) => {
      const { name, label, kind } = columns[at] as FigureColumn
      const heading =
        name.endsWith('Before') && name !== label
          ? t('figures.before', { name: label })
          : name.endsWith('Rest') && name !== label
            ? t('figures.rest')
            : label
      return { heading, kind: KIND[kind], width: kind === 'number' ? 12 : 20 }
    }),
  }
}

async function* pagesOf(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += PAGE) yield await Promise.resolve(rows.slice(at, at + PAGE))
}
