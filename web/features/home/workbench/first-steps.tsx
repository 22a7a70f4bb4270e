/** The first day of a tenant, above the cards: what to do, in which order, and what of it is done. */
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { hideFirstSteps, queryFirstSteps } from '../../../../model/contract/home/first-steps.ts'
import type { FirstStep } from '../../../../model/home/first-steps.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { openAddFormOnArrival } from '../../../kernel/navigation/open-add-form.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import './first-steps.css'

/** Milliseconds between two looks at what is done, while something is not. */
const PAUSE = 5000

/** The steps of the first day, asked for again while some are left. */
export const stepsOf = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => ask(queryFirstSteps, {}, { signal, quiet: true }),
  refetchInterval: ({ state }) => (state.data?.steps ? PAUSE : false),
})

const places: Readonly<Record<FirstStep, { readonly path: string; readonly state?: object }>> = {
  project: { path: '/acquisition/projects', state: openAddFormOnArrival },
  site: { path: '/acquisition/sites', state: openAddFormOnArrival },
  'device-type': { path: '/acquisition/devicetypes', state: openAddFormOnArrival },
  device: { path: '/acquisition/devices', state: openAddFormOnArrival },
  // Its menu of a row connects it.
  value: { path: '/acquisition/devices' },
}

export function FirstSteps() {
  const t = useT()
  const id = useId()
  const queries = useQueryClient()
  const { user } = useSession()
  const { data } = useQuery(stepsOf)
  if (!data?.steps) return null

  async function putAway(): Promise<void> {
    try {
      await ask(hideFirstSteps, {})
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await queries.invalidateQueries({ queryKey: stepsOf.queryKey })
  }

  return (
    <section className="panel first-steps" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t('first.title')}</h2>
        <span className="first-actions">
          <Link to="/help?guide=start">{t('first.guide')}</Link>
          {user.acting !== 'preview' && (
            <Button type="link" size="small" onClick={() => void putAway()}>
              {t('first.hide')}
            </Button>
          )}
        </span>
      </div>
      <p className="quiet">{t('first.about')}</p>
      <ol>
        {data.steps.map(({ step, done }, at) => (
          <li key={step} data-step={step} className={done ? 'done' : undefined}>
            <span className="step-mark" aria-hidden="true">
              {done ? <CheckOutlined /> : at + 1}
            </span>
            <Link to={places[step].path} state={done ? undefined : places[step].state}>
              {t(`first.${step}`)}
            </Link>
            {done && <span className="visually-hidden">({t('first.done')})</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
