import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Check } from './checks.ts'
import { checks } from './checks.ts'
import './test.css'

interface Outcome {
  readonly works: boolean
  readonly found: string
}

const outcomeOf = ({ run }: Check): Promise<Outcome> =>
  run().then(
    (found) => ({ works: true, found }),
    () => ({ works: false, found: '' }),
  )

/** What somebody who helps by telephone asks for first: does this browser do what the console needs? */
export default function TestPage() {
  const t = useT()
  const [outcomes, setOutcomes] = useState<readonly (Outcome | undefined)[]>([])

  const run = useCallback(() => {
    checks.forEach((check, at) => void outcomeOf(check).then((outcome) => setOutcomes((now) => Object.assign([...now], { [at]: outcome }))))
  }, [])
  useEffect(run, [run])

  return (
    <Example title={t('menu.test')} about={t('check.about')} source={['features/template/test/']}>
      <ExampleCard title={t('check.title')}>
        <table className="example-table" aria-busy={outcomes.filter(Boolean).length < checks.length}>
          <thead>
            <tr>
              <th scope="col">{t('check.what')}</th>
              <th scope="col">{t('check.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ name }, at) => (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                <td>
                  <OutcomeView outcome={outcomes[at]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <Button
            onClick={() => {
              setOutcomes([])
              run()
            }}
          >
            {t('check.again')}
          </Button>
        </p>
      </ExampleCard>
    </Example>
  )
}

function OutcomeView({ outcome }: { outcome: Outcome | undefined }) {
  const t = useT()
  if (!outcome) return <>{t('common.loading')}</>
  return (
    <span className={outcome.works ? 'check-works' : 'check-fails'}>
      {outcome.works ? <CheckCircleOutlined aria-hidden="true" /> : <CloseCircleOutlined aria-hidden="true" />}{' '}
      {t(outcome.works ? 'check.works' : 'check.fails')}
      {outcome.found && `${t('common.means')}${outcome.found}`}
    </span>
  )
}
