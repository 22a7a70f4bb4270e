/** Certificates of the curing runs that ended in a period: what was found of each clause, its worst value, when, how long beyond, and how much was measured; each run on a page of its own. Or of one run, whenever it ended. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { RUN, isChosen, parameterOf, timeUnlessChosen } from './choosing.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** Below this coverage nothing passes (docs/decisions/0143-curing-runs-and-verdicts.md). */
const COVERED = 0.95
const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M'] as const

/** The template of the certificates. */
export function runCertificate(t: Translate, asked: ReportFor): ReportTemplate {
  const { deviceId, siteId, params } = asked
  // Whoever does not see the numbers of runs has this report all the same, unless they ask by one.
  const isOfOne = Boolean(params?.[RUN.name])
  const figure = (field: string, format: string): TemplateCell => ({ field: `found.${field}`, format, style: look.figure })
  const heads = [
    t('field.runs.runNumber'),
    t('field.runs.componentId'),
    t('field.runs.runVerdict'),
    t('field.limit-items.itemClause'),
    t('runs.clause'),
    t('field.limit-items.low'),
    t('field.limit-items.high'),
    t('runs.worst'),
    t('runs.when'),
    t('reports.seconds-beyond'),
    t('runs.coverage'),
    t('runs.doubted-hours'),
    t('runs.result'),
  ]
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS, repeat: { head: [3, 3] } },
    columns: [80, 66, 52, 72, 112, 42, 42, 50, 72, 48, 46, 46, 42],
    rows: [30, 18, 32, 18, 30, 30],
    sets: {
      found: {
        document: {
          format: 1,
          subject: 'run-verdicts',
          ...(isOfOne ? { params: [parameterOf(t, RUN)] } : {}),
          measures: [
            { as: 'ended', of: 'max', field: 'endedAt' },
            { as: 'low', of: 'min', field: 'itemLow' },
            { as: 'high', of: 'min', field: 'itemHigh' },
            { as: 'worst', of: 'min', field: 'worstValue' },
            { as: 'at', of: 'min', field: 'worstAt' },
            { as: 'beyond', of: 'max', field: 'beyondSeconds' },
            { as: 'covered', of: 'min', field: 'itemCoverage' },
            { as: 'doubted', of: 'max', field: 'doubtedHours' },
            { as: 'nth', of: 'min', field: 'itemOrder' },
          ],
          dimensions: ['runNumber', 'componentId', 'runVerdict', 'itemClause', 'itemText', 'itemResult'].map((field) => ({ field })),
          ...allOf([isOfOne ? isChosen(RUN, 'runNumber') : undefined, equal('deviceId', deviceId), equal('siteId', siteId)]),
          ...timeUnlessChosen(RUN, asked, 'endedAt'),
          order: [
            ['ended', 'ascend'],
            ['runNumber', 'ascend'],
            ['nth', 'ascend'],
          ],
        },
      },
    },
    styles: [...STYLES],
    merges: [1, 2, 5, 6].map((row) => `A${row}:M${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      ...Object.fromEntries(heads.map((text, at) => [`${COLUMNS[at] ?? ''}3`, { text, style: look.head }])),
      A4: { field: 'found.runNumber', expand: 'down', perPage: 1, style: look.text },
      B4: { field: 'found.componentId', show: 'found.componentIdCn', left: 'A4', aggregate: 'first', style: look.text },
      C4: {
        field: 'found.runVerdictCn',
        left: 'A4',
        aggregate: 'first',
        style: look.text,
        rules: [{ if: `C4="${t('choice.runVerdict.fail')}"`, style: look.wrong }],
      },
      D4: { field: 'found.itemClause', left: 'E4', style: look.text },
      E4: { field: 'found.itemText', expand: 'down', aggregate: 'list', left: 'A4', style: look.text },
      F4: figure('low', '0.0'),
      G4: figure('high', '0.0'),
      H4: figure('worst', '0.0'),
      I4: { ...figure('at', 'MM-dd HH:mm'), style: look.text },
      J4: figure('beyond', '#,##0'),
      K4: { ...figure('covered', '0.0%'), rules: [{ if: `K4<${COVERED}`, style: look.alert }] },
      L4: { ...figure('doubted', '0.0'), rules: [{ if: 'L4>0', style: look.alert }] },
      M4: {
        field: 'found.itemResultCn',
        left: 'E4',
        style: look.text,
        rules: [{ if: `M4="${t('choice.runVerdict.fail')}"`, style: look.wrong }],
      },
      A5: { text: t('reports.certificate-note'), style: look.plain, left: 'none' },
      A6: { text: SIGNATURES, style: look.plain, left: 'none' },
    },
  }
}
