import { PERIODS } from '../../../model/reports/period.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'

/** The periods that a report can be of, as people choose among them. */
export const periodChoices = (t: Translate) => PERIODS.map((value) => ({ value, label: t(`reports.period-${value}`) }))
