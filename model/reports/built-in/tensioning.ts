/** Tensioning of a period: what each record came to, with its jacks and gauges, verdict and clause, and the steps of both ends below. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const SUMMARY = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'] as const

/** The template of the record. */
export function tensioningRecord(t: Translate, { of, siteId }: ReportFor): ReportTemplate {
  const min = (as: string, field: string) => ({ as, of: 'min', field })
  const head = (texts: readonly string[], row: number): Record<string, TemplateCell> =>
    Object.fromEntries(texts.map((text, at) => [`${SUMMARY[at] ?? ''}${row}`, { text, style: look.head }]))
  const figure = (field: string, format: string): TemplateCell => ({ field, format, style: look.figure })
  const failed = `M5="${t('choice.tensionVerdict.fail')}"`
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS },
    columns: [70, 64, 76, 62, 46, 46, 48, 50, 50, 48, 46, 46, 48, 69],
    rows: [30, 18, 20, 32, 16, 10, 20, 18, 16, 10, 20, 32, 16, 40, 30],
    sets: {
      records: {
        document: {
          format: 1,
          subject: 'tensionings',
          measures: [
            min('at', 'tensionedAt'),
            min('plan', 'tendon.plannedForce'),
            min('force', 'measuredForce'),
            min('forceOff', 'forceDeviation'),
            min('planned', 'tendon.plannedElongation'),
            min('elongation', 'measuredElongation'),
            min('elongationOff', 'elongationDeviation'),
            min('hold', 'leastHold'),
            min('drawIn', 'drawIn'),
          ],
          dimensions: [
            { field: 'tensioningNumber' },
            { field: 'componentId' },
            { field: 'tendonId' },
            { field: 'tensionVerdict' },
            { field: 'tendon.tensionLimit.tensionClause', as: 'clause' },
          ],
          ...allOf([equal('component.siteId', siteId)]),
          time: { field: 'tensionedAt', from: of.from, to: of.to },
          order: [
            ['at', 'ascend'],
            ['tensioningNumber', 'ascend'],
          ],
        },
      },
      jacks: {
        document: {
          format: 1,
          subject: 'tensionings',
          measures: [min('at', 'tensionedAt')],
          dimensions: ['tensioningNumber', 'leftJack', 'rightJack', 'tensionedBy'].map((field) => ({ field })),
          ...allOf([equal('component.siteId', siteId)]),
          time: { field: 'tensionedAt', from: of.from, to: of.to },
          order: [
            ['at', 'ascend'],
            ['tensioningNumber', 'ascend'],
          ],
        },
      },
      steps: {
        document: {
          format: 1,
          subject: 'tension-steps',
          measures: [
            min('percent', 'stepPercent'),
            min('pressure', 'stepPressure'),
            min('force', 'stepForce'),
            min('elongation', 'stepElongation'),
            min('hold', 'stepHold'),
          ],
          dimensions: [{ field: 'tensioningId' }, { field: 'jackSide' }, { field: 'stepLabel' }],
          ...allOf([equal('tensioning.component.siteId', siteId)]),
          time: { field: 'tensioning.tensionedAt', from: of.from, to: of.to },
          order: [
            ['tensioningId', 'ascend'],
            ['jackSide', 'ascend'],
            ['percent', 'ascend'],
          ],
        },
      },
    },
    styles: [...STYLES],
    merges: [
      ...[1, 2, 3, 7, 11, 14, 15].map((row) => `A${row}:N${row}`),
      ...[8, 9].flatMap((row) => [`A${row}:B${row}`, `C${row}:F${row}`, `G${row}:J${row}`, `K${row}:N${row}`]),
    ],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('noun.tensionings'), style: look.section },
      ...head(
        [
          t('field.tensionings.componentId'),
          t('field.tensionings.tendonId'),
          t('field.tensionings.tensioningNumber'),
          t('field.tensionings.tensionedAt'),
          t('field.tendons.plannedForce'),
          t('field.tensionings.measuredForce'),
          t('reports.deviation'),
          t('field.tendons.plannedElongation'),
          t('field.tensionings.measuredElongation'),
          t('reports.deviation'),
          t('field.tensionings.leastHold'),
          t('field.tensionings.drawIn'),
          t('field.tensionings.tensionVerdict'),
          t('field.tension-limits.tensionClause'),
        ],
        4,
      ),
      A5: { field: 'records.componentIdCn', left: 'C5', style: look.text },
      B5: { field: 'records.tendonIdCn', left: 'C5', style: look.text },
      C5: { field: 'records.tensioningNumber', expand: 'down', aggregate: 'list', style: look.text },
      D5: { field: 'records.at', format: 'MM-dd HH:mm', style: look.text },
      E5: figure('records.plan', '0.0'),
      F5: figure('records.force', '0.0'),
      G5: figure('records.forceOff', '0.0'),
      H5: figure('records.planned', '0.0'),
      I5: figure('records.elongation', '0.0'),
      J5: figure('records.elongationOff', '0.0'),
      K5: figure('records.hold', '0'),
      L5: figure('records.drawIn', '0.0'),
      M5: { field: 'records.tensionVerdictCn', style: look.text, rules: [{ if: failed, style: look.wrong }] },
      N5: { field: 'records.clause', style: look.text },
      A7: { text: t('reports.jacks'), style: look.section },
      A8: { text: t('field.tensionings.tensioningNumber'), style: look.head },
      C8: { text: t('field.tensionings.leftJack'), style: look.head },
      G8: { text: t('field.tensionings.rightJack'), style: look.head },
      K8: { text: t('field.tensionings.tensionedBy'), style: look.head },
      A9: { field: 'jacks.tensioningNumber', expand: 'down', aggregate: 'list', style: look.text },
      C9: { field: 'jacks.leftJack', style: look.text },
      G9: { field: 'jacks.rightJack', style: look.text },
      K9: { field: 'jacks.tensionedBy', style: look.text },
      A11: { text: t('noun.tension-steps'), style: look.section },
      ...head(
        [
          t('field.tension-steps.tensioningId'),
          t('field.tension-steps.jackSide'),
          t('field.tension-steps.stepLabel'),
          t('field.tension-steps.stepPercent'),
          t('field.tension-steps.stepPressure'),
          t('field.tension-steps.stepForce'),
          t('field.tension-steps.stepElongation'),
          t('field.tension-steps.stepHold'),
        ],
        12,
      ),
      A13: { field: 'steps.tensioningId', show: 'steps.tensioningIdCn', expand: 'down', style: look.text },
      B13: { field: 'steps.jackSide', show: 'steps.jackSideCn', expand: 'down', style: look.text },
      C13: { field: 'steps.stepLabel', expand: 'down', aggregate: 'list', style: look.text },
      D13: figure('steps.percent', '0.0'),
      E13: figure('steps.pressure', '0.0'),
      F13: figure('steps.force', '0.0'),
      G13: figure('steps.elongation', '0.0'),
      H13: figure('steps.hold', '0'),
      A14: { text: t('reports.tensioning-note'), style: look.plain },
      A15: { text: SIGNATURES, style: look.plain },
    },
  }
}
