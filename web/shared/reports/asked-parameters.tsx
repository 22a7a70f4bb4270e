/** The parameters of a report, in their place from the beginning: their controls come when there are some. */
import { Suspense } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import type { ParametersProps } from './report-parameters.tsx'
import './period-reports.css'

const ReportParameters = lazyWithPreload(() => import('./report-parameters.tsx'))

export function AskedParameters(props: ParametersProps) {
  return (
    <Suspense fallback={<div className="reports-parameters-place" />}>
      <ReportParameters {...props} />
    </Suspense>
  )
}
