import { TENSION_CODES } from '../../../../model/reports/built-in/asked.ts'
import { PeriodReports } from '../../../shared/reports/period-reports.tsx'

const offers = (report: string) => TENSION_CODES.includes(report)

/** Records of tensioning and grouting for a period. */
export default function TensionReportPage() {
  return <PeriodReports menu="tensionreport" offers={offers} />
}
