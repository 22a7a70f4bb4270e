import { Radio } from 'antd'
import { useEffect, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import type { LabelKey, Language } from '../../../kernel/i18n/i18n.ts'
import { longDayOf } from '../../../ui/clock.ts'
import { DatePicker } from '../../../ui/date-picker.ts'
import { chooseLanguage, languages, localeOf, nameOfLanguage, textsOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'

/** Texts that stand all over the console. */
const shown: readonly LabelKey[] = [
  'app.title',
  'menu.workbench',
  'menu.sysuser',
  'menu.authority',
  'button.add',
  'button.delete',
  'list.query',
  'list.reset',
  'failure.network',
]

export default function LanguagesPage() {
  const t = useT()
  const language = useLanguage()
  return (
    <Example title={t('menu.i18n')} about={t('languages.about')} source={['features/template/i18n/']}>
      <ExampleCard title={t('shell.language')} about={t('languages.switch-about')}>
        <Radio.Group
          value={language}
          optionType="button"
          options={languages.map((one) => ({ value: one, label: nameOfLanguage[one] }))}
          onChange={({ target }) => void chooseLanguage(target.value as Language)}
        />
      </ExampleCard>
      <ExampleCard title={t('languages.formats')}>
        <Formats />
      </ExampleCard>
      <ExampleCard title={t('languages.texts')}>
        <SideBySide />
      </ExampleCard>
    </Example>
  )
}

/** What the browser writes for a language by itself. */
function Formats() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const [now] = useState(() => Date.now())
  const lines = [
    [t('languages.date'), longDayOf(now, locale)],
    [t('languages.number'), new Intl.NumberFormat(locale).format(1234567.891)],
    [t('languages.money'), new Intl.NumberFormat(locale, { style: 'currency', currency: 'CNY' }).format(98765.4)],
    [t('languages.list'), new Intl.ListFormat(locale).format(languages.map((one) => nameOfLanguage[one]))],
  ] as const
  return (
    <>
      <table className="example-table">
        <tbody>
          {lines.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="example-row">
        <DatePicker aria-label={t('languages.calendar')} placeholder={t('languages.calendar')} />
      </p>
    </>
  )
}

function SideBySide() {
  const t = useT()
  const language = useLanguage()
  const others = languages.filter((one) => one !== language)
  // The texts of a language weigh as much as a page: nobody loads them who has not asked for them, and nobody those of both others at once.
  const [wanted, setWanted] = useState<Language>()
  const other = others.find((one) => one === wanted)
  const [texts, setTexts] = useState<Partial<Record<Language, Readonly<Record<string, string>>>>>({})
  useEffect(() => {
    if (other) void textsOf(other).then((loaded) => setTexts((now) => ({ ...now, [other]: loaded })))
  }, [other])
  return (
    <>
      <p className="example-row">
        <Radio.Group
          aria-label={t('languages.texts')}
          value={other}
          optionType="button"
          options={others.map((one) => ({ value: one, label: nameOfLanguage[one] }))}
          onChange={({ target }) => setWanted(target.value as Language)}
        />
      </p>
      <div className="example-scroll" role="region" aria-label={t('languages.texts')} tabIndex={0}>
        <table className="example-table">
          <thead>
            <tr>
              <th scope="col">{t('languages.key')}</th>
              {[language, ...(other ? [other] : [])].map((one) => (
                <th key={one} scope="col" lang={localeOf[one]}>
                  {nameOfLanguage[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                <td lang={localeOf[language]}>{t(key)}</td>
                {other && <td lang={localeOf[other]}>{texts[other]?.[key] ?? ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
