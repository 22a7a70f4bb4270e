/** The designer of processes, of the model that the address names. On a phone a process is looked at, and drawn where there is more room. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { queryProcessDesign } from '../../../../model/contract/workflow/models.ts'
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

export default function ProcessDesignPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const isPhone = usePhone()
  const id = address.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['process-models', 'design', id],
    queryFn: () => ask(queryProcessDesign, { id }),
    enabled: id !== '',
    // What is open in the designer is not drawn over; who opens it again has it as it is then.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  if (data)
    return (
      <Suspense fallback={null}>
        {isPhone || !data.mayChange ? (
          <Reading key={id} model={data} why={isPhone && data.mayChange ? 'phone' : 'rights'} />
        ) : (
          <Designer key={id} model={data} />
        )}
      </Suspense>
    )
  return (
    <>
      <h1>{t('menu.processdesign')}</h1>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        id === '' && (
          <section className="process-choose">
            <label htmlFor="process-choose">{t('process-design.choose-model')}</label>
            <RowPicker noun="process-models" id="process-choose" value={null} onChange={(chosen: string) => setAddress({ id: chosen })} />
          </section>
        )
      )}
    </>
  )
}
