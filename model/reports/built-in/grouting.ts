/** Grouting of a period, duct by duct, with its verdict and the clause it is judged by. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal } from './parts.ts'

/** The template of the record. */
export function groutingRecord(t: Translate, { of, siteId }: ReportFor): ReportTemplate {
  const min = (as: string, field: string) => ({ as, of: 'min', field })
  const figure = (name: 'waterBinder' | 'flowTime' | 'groutPressure' | 'groutHold' | 'groutVolume', as: string, format: string) => ({
    head: t(`field.groutings.${name}`),
    width: 54,
    field: as,
    format,
    isFigure: true,
  })
  return listOf(t, {
    landscape: true,
    sets: {
      ducts: {
        document: {
          format: 1,
          subject: 'groutings',
          measures: [
            min('at', 'groutedAt'),
            min('binder', 'waterBinder'),
            min('flow', 'flowTime'),
            min('pressure', 'groutPressure'),
            min('hold', 'groutHold'),
            min('volume', 'groutVolume'),
          ],
          dimensions: [
            { field: 'groutingNumber' },
            { field: 'componentId' },
            { field: 'tendonId' },
            { field: 'tendon.ductCode', as: 'duct' },
            { field: 'groutVerdict' },
            { field: 'tendon.tensionLimit.groutClause', as: 'clause' },
          ],
          ...allOf([equal('component.siteId', siteId)]),
          time: { field: 'groutedAt', from: of.from, to: of.to },
          order: [
            ['at', 'ascend'],
            ['groutingNumber', 'ascend'],
          ],
        },
      },
    },
    columns: [
      { head: t('field.groutings.groutingNumber'), width: 88, field: 'groutingNumber' },
      { head: t('field.groutings.componentId'), width: 80, field: 'componentIdCn' },
      { head: t('field.groutings.tendonId'), width: 76, field: 'tendonIdCn' },
      { head: t('field.tendons.ductCode'), width: 44, field: 'duct' },
      { head: t('field.groutings.groutedAt'), width: 66, field: 'at', format: 'MM-dd HH:mm' },
      figure('waterBinder', 'binder', '0.00'),
      figure('flowTime', 'flow', '0.0'),
      figure('groutPressure', 'pressure', '0.00'),
      figure('groutHold', 'hold', '0.0'),
      { ...figure('groutVolume', 'volume', '0.0'), total: 'SUM' },
      {
        head: t('field.groutings.groutVerdict'),
        width: 52,
        field: 'groutVerdictCn',
        alert: `L="${t('choice.groutVerdict.fail')}"`,
      },
      { head: t('field.tension-limits.groutClause'), width: 62, field: 'clause' },
    ],
    note: t('reports.grouting-note'),
  })
}
