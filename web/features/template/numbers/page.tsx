import { InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'
import { abbreviate } from '../../../ui/abbreviate.ts'
import { BackToTop } from '../../../ui/back-to-top.tsx'
import { minuteOf } from '../../../ui/clock.ts'
import { CountTo } from '../../../ui/count-to.tsx'
import { Sticky } from '../../../ui/sticky.tsx'
import { agoText, elapsedText } from '../../../ui/time-ago.ts'

const moments = [0, 29, 30, 90, 3599, 3600, 7200, 86_399, 86_400, 172_799, 172_800, 864_000]
const numbers = [999, 1000, 12_345, 999_950, 2.5e9, 1e12, 1e15, 1e18]

export default function NumbersPage() {
  const t = useT()
  const [value, setValue] = useState(123_456)
  return (
    <Example
      title={t('menu.numbers')}
      about={t('numbers.about')}
      source={['features/template/numbers/', 'ui/time-ago', 'ui/abbreviate', 'ui/count-to', 'ui/sticky.tsx', 'ui/back-to-top.tsx']}
    >
      <Sticky>{t('numbers.sticky')}</Sticky>
      <ExampleCard title={t('numbers.count')}>
        <p className="example-row" style={{ fontSize: 32 }}>
          <CountTo value={value} format={figureText} />
        </p>
        <label className="example-row">
          {t('numbers.to')} <InputNumber min={0} max={1e9} precision={0} value={value} onChange={(next) => setValue(next ?? 0)} />
        </label>
      </ExampleCard>
      <ExampleCard title={t('numbers.short')}>
        <table className="example-table">
          <tbody>
            {numbers.map((number) => (
              <tr key={number}>
                <th scope="row">{figureText(number)}</th>
                <td>{abbreviate(number)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ExampleCard>
      <ExampleCard title={t('numbers.ago')} about={t('numbers.ago-about')}>
        <Ages />
      </ExampleCard>
      <BackToTop label={t('numbers.top')} />
    </Example>
  )
}

function Ages() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const [passed, setPassed] = useState(0)
  const [now] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setPassed((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const date = (seconds: number) => minuteOf(now - seconds * 1000)
  return (
    <table className="example-table">
      <thead>
        <tr>
          <th scope="col">{t('numbers.seconds')}</th>
          <th scope="col">{t('numbers.first')}</th>
          <th scope="col">{t('numbers.second')}</th>
        </tr>
      </thead>
      <tbody>
        {moments.map((moment) => (
          <tr key={moment}>
            <th scope="row">{(moment + passed).toLocaleString(locale)}</th>
            <td>{elapsedText(moment + passed, locale)}</td>
            <td>{agoText(moment + passed, locale, { now: t('numbers.now'), date: date(moment) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
