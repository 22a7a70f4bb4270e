import { TENSION_CODES } from '../../../../model/reports/built-in/asked.ts'
import { PeriodReports } from '../../../shared/reports/period-reports.tsx'

const offers = (report: string) => !TENSION_CODES.includes(report)

/** Reports for a period, and the templates of the tenant. */
export default function CuringReportPage() {
  return <PeriodReports menu="curingreport" offers={offers} />
}
