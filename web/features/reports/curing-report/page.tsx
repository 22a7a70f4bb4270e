import { MAX_REPORT_POINTS, TENSION_CODES } from '../../../../model/reports/built-in/asked.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { pointsNamed } from '../../../shared/acquisition/choose-points/chosen-points.ts'
import type { PointsFieldProps } from '../../../shared/acquisition/choose-points/points-field.tsx'
import { PointsField } from '../../../shared/acquisition/choose-points/points-field.tsx'
import { PeriodReports } from '../../../shared/reports/period-reports.tsx'

const offers = (report: string) => !TENSION_CODES.includes(report)

function Points(props: Omit<PointsFieldProps, 'most' | 'none'>) {
  return <PointsField {...props} most={MAX_REPORT_POINTS} none={useT()('reports.all-points')} />
}
const points = { Field: Points, named: (text: string) => pointsNamed(text, MAX_REPORT_POINTS) }

/** Reports for a period, and the templates of the tenant. */
export default function CuringReportPage() {
  return <PeriodReports menu="curingreport" offers={offers} points={points} />
}
