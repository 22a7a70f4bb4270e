/** The designer of forms, of the form that the address names. On a phone a form is read, and designed where there is more room. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FormDesign } from '../../../../model/contract/devtool/forms.ts'
import { queryFormDesign } from '../../../../model/contract/devtool/forms.ts'
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

export default function FormDesignPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['forms', 'design', id],
    queryFn: () => ask(queryFormDesign, { id }),
    enabled: id !== '',
    // What is open in the designer is not drawn over; who opens it again has it as it is then.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  return (
    <div className="form-design-page">
      {data ? (
        <Suspense fallback={null}>
          <Opened key={id} form={data} />
        </Suspense>
      ) : (
        <>
          <h1>{t('menu.formdesign')}</h1>
          {error instanceof ApiError ? (
            <ListFailure error={error} onRetry={() => void refetch()} />
          ) : (
            id === '' && (
              <section className="form-choose">
                <label htmlFor="form-choose">{t('form-design.choose-form')}</label>
                <RowPicker noun="forms" id="form-choose" value={null} onChange={(chosen: string) => setAddress({ id: chosen })} />
              </section>
            )
          )}
        </>
      )}
    </div>
  )
}

/** What was opened. A window that becomes narrow does not close the designer: opened again it would begin with what was there at first. */
function Opened({ form }: { form: FormDesign }) {
  const isPhone = usePhone()
  const [isDesigned, setDesigned] = useState(false)
  if (!isDesigned && !isPhone && form.mayChange) setDesigned(true)
  return isDesigned ? <Designer form={form} /> : <Reading form={form} why={form.mayChange ? 'phone' : 'rights'} />
}
