/** Processes that I may start; one of them is filled in and started in the same place. The address says which. */
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { Suspense, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { queryStartable } from '../../../../model/contract/workflow/instances.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { PROCESS_QUERIES } from '../../../shared/workflow/queries.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Nothing } from '../../../ui/nothing.tsx'
import { ProcessCards } from './process-cards.tsx'
import '../../../kernel/resource/resource-page.css'
import './startprocess.css'

const StartForm = lazyWithPreload(() => import('./start-form.tsx'))
const DETAILS = '/personaloa/myprocessdetails'

export default function StartProcessPage() {
  const t = useT()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const [process, again] = [address.get('process'), address.get('again')]
  if (process !== null || again !== null)
    return (
      <div className="start-page">
        <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
          <StartForm
            key={`${process} ${again}`}
            of={again === null ? { processDefinitionId: process ?? '' } : { again }}
            onClose={() => setAddress({})}
            onStarted={(id) => void navigate(`${DETAILS}?id=${id}`)}
          />
        </Suspense>
      </div>
    )
  return <Choice onChoose={(id) => setAddress({ process: id })} />
}

function Choice({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const startable = useQuery({
    queryKey: [PROCESS_QUERIES, 'startable'],
    queryFn: ({ signal }) => ask(queryStartable, {}, { signal, quiet: true }),
  })
  return (
    <div className="start-page">
      <h1 className="visually-hidden">{t('menu.startprocess')}</h1>
      <div className="start-search">
        <label htmlFor={id} className="visually-hidden">
          {t('my-process.search')}
        </label>
        <Input.Search
          id={id}
          allowClear
          placeholder={t('my-process.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Asked of={startable}>
        {(all) => {
          const found = all.filter(({ name, description }) =>
            `${name} ${description ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase()),
          )
          if (found.length > 0) return <ProcessCards of={found} onChoose={onChoose} onNear={() => void StartForm.preload()} />
          return (
            <section className="resource-card">
              <Nothing text={t(all.length === 0 ? 'my-process.none-to-start' : 'my-process.none-found')} />
            </section>
          )
        }}
      </Asked>
    </div>
  )
}
