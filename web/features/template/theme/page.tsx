import { Alert, Button, Progress, Segmented, Switch } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { switchTheme, useAppearance } from '../../../kernel/appearance/appearance.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { colourOf, contrastOf } from '../../../ui/contrast.ts'
import './theme.css'

/** Pairs of text and ground as web/ui/base.css has them. */
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ['--text', '--page'],
  ['--text', '--surface'],
  ['--text-quiet', '--surface'],
  ['--link', '--surface'],
  ['--on-primary', '--primary'],
  ['--success', '--success-ground'],
  ['--danger-text', '--danger-ground'],
  ['--notice-text', '--notice-ground'],
]

export default function ThemePage() {
  const t = useT()
  const theme = useAppearance((state) => state.theme)
  return (
    <Example title={t('menu.theme')} about={t('themes.about')} source={['features/template/theme/']}>
      <ExampleCard title={t('themes.choice')}>
        <Segmented
          value={theme}
          aria-label={t('themes.choice')}
          options={[
            { value: 'light', label: t('themes.light') },
            { value: 'dark', label: t('themes.dark') },
          ]}
          onChange={(wanted) => {
            if (wanted !== theme) switchTheme()
          }}
        />
      </ExampleCard>
      <ExampleCard title={t('themes.colours')} about={t('themes.colours-about')}>
        <ul className="theme-pairs">
          {pairs.map(([text, ground]) => (
            <Pair key={text + ground} text={text} ground={ground} theme={theme} />
          ))}
        </ul>
      </ExampleCard>
      <ExampleCard title={t('themes.parts')}>
        <div className="example-row">
          <Button type="primary">{t('common.save')}</Button>
          <Button>{t('common.cancel')}</Button>
          <Button danger>{t('button.delete')}</Button>
          <label className="example-row">
            <Switch defaultChecked /> {t('themes.switch')}
          </label>
        </div>
        <Progress percent={62} aria-label={t('themes.progress')} />
        <Alert type="success" showIcon title={t('themes.message')} />
      </ExampleCard>
    </Example>
  )
}

function Pair({ text, ground, theme }: { text: string; ground: string; theme: string }) {
  const own = useRef<HTMLLIElement>(null)
  const language = useLanguage()
  const [ratio, setRatio] = useState<number>()
  // What the browser has really painted, once the theme has changed.
  useLayoutEffect(() => {
    if (!own.current) return
    const { color, backgroundColor } = getComputedStyle(own.current)
    const [of, on] = [colourOf(color), colourOf(backgroundColor)]
    setRatio(of && on ? contrastOf(of, on) : undefined)
  }, [theme])
  return (
    <li ref={own} style={{ color: `var(${text})`, background: `var(${ground})` }}>
      <code>{text}</code> <span>/</span> <code>{ground}</code>
      <strong>
        {ratio === undefined ? '' : `${new Intl.NumberFormat(localeOf[language], { maximumFractionDigits: 1 }).format(ratio)} : 1`}
      </strong>
    </li>
  )
}
