/** What the rule that stands in the form would have raised in the last 30 days, on demand. */
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { fieldsOfKind } from '../../../../model/acquisition/alarm-rules.ts'
import type { AlarmRuleTrial } from '../../../../model/contract/acquisition/alarms.ts'
import { tryAlarmRule } from '../../../../model/contract/acquisition/alarms.ts'
import type { InputOf } from '../../../../model/contract/contract.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './trial.css'

type Tried = InputOf<typeof tryAlarmRule>

const NAMES = ['deviceId', 'deviceTypeId', 'pointKey', 'alarmKind', 'onDelay', 'offDelay'] as const

/** These members as far as they are filled in; of one that has to be and is not, the server says so. */
const filledIn = <Name extends keyof Tried>(values: Tried, names: readonly Name[]): Pick<Tried, Name> =>
  Object.fromEntries(
    names.map((name) => [name, values[name]] as const).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Pick<Tried, Name>

export default function RuleTrial() {
  const t = useT()
  const form = Form.useFormInstance<Tried>()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn() {
      const values: Tried = form.getFieldsValue(true)
      return ask(tryAlarmRule, filledIn(values, [...NAMES, ...fieldsOfKind(values.alarmKind)]), { quiet: true })
    },
  })
  return (
    <div className="rule-trial whole-row">
      <Button onClick={() => mutate()} loading={isPending}>
        {t('alarm-rules.try')}
      </Button>
      <div role="status">
        {error instanceof ApiError && <p className="rule-trial-refused">{error.errors[0]?.message ?? error.message}</p>}
        {data && !isPending && !error && <Outcome trial={data} />}
      </div>
    </div>
  )
}

function Outcome({ trial: { fired, points, samples, isWhole, moments } }: { trial: AlarmRuleTrial }) {
  const t = useT()
  return (
    <>
      <p>
        <strong>{fired === 0 ? t('alarm-rules.tried-none') : t('alarm-rules.tried', { count: fired })}</strong>{' '}
        <span>{t('alarm-rules.tried-of', { points, samples })}</span>
      </p>
      {!isWhole && <p className="rule-trial-refused">{t('alarm-rules.tried-part')}</p>}
      {moments.length > 0 && (
        <ol tabIndex={0} aria-label={t('alarm-rules.try')}>
          {moments.map(({ at, until, deviceName, pointName }, index) => (
            <li key={index}>
              <time>{at}</time> – {until === null ? t('alarm-rules.tried-still') : <time>{until}</time>}{' '}
              <span>{[points > 1 ? deviceName : undefined, pointName].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
