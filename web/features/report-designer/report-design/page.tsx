/** The designer of reports, of the template that the address names. On a phone a report is looked at, and designed where there is more room. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportDesign } from '../../../../model/contract/report/templates.ts'
import { queryReportDesign } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { usePhone } from '../../../ui/use-media.ts'
import './page.css'

const Designer = lazyWithPreload(() => import('./designer.tsx'))
const Reading = lazyWithPreload(() => import('./reading.tsx'))

export default function ReportDesignPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: [reportTemplates.name, 'design', id],
    queryFn: () => ask(queryReportDesign, { id }),
    enabled: id !== '',
    // What is open in the designer is not drawn over; who opens it again has it as it is then.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  return (
    <div className="report-design-page">
      {data ? (
        <Suspense fallback={null}>
          <Opened key={id} report={data} />
        </Suspense>
      ) : (
        <>
          <h1>{t('menu.reportdesign')}</h1>
          {error instanceof ApiError ? (
            <ListFailure error={error} onRetry={() => void refetch()} />
          ) : (
            id === '' && (
              <section className="report-choose">
                <label htmlFor="report-choose">{t('report-design.choose-report')}</label>
                <RowPicker
                  noun="report-templates"
                  id="report-choose"
                  value={null}
                  onChange={(chosen: string) => setAddress({ id: chosen })}
                />
              </section>
            )
          )}
        </>
      )}
    </div>
  )
}

/** What was opened. A window that becomes narrow does not close the designer: opened again it would begin with what was there at first. */
function Opened({ report }: { report: ReportDesign }) {
  const isPhone = usePhone()
  const [isDesigned, setDesigned] = useState(false)
  if (!isDesigned && !isPhone && report.mayChange) setDesigned(true)
  return isDesigned ? <Designer report={report} /> : <Reading report={report} why={report.mayChange ? 'phone' : 'rights'} />
}
