/** The guides inside the product: one is read, all are searched. */
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { GUIDES, addressOfGuide } from '../../../kernel/navigation/help.ts'
import { lineWith, loadGuide, loadGuides } from './guides.ts'
import './help.css'
import { Markdown } from './markdown.tsx'

export default function HelpPage() {
  const t = useT()
  const language = useLanguage()
  const [asked] = useSearchParams()
  const [typed, setTyped] = useState('')
  const guide = GUIDES.find((one) => one === asked.get('guide')) ?? 'start'
  const { data: text } = useQuery({ queryKey: ['guide', guide, language], queryFn: () => loadGuide(guide, language), staleTime: Infinity })
  const wanted = typed.trim()
  return (
    <div className="help">
      <div className="help-side">
        <h1>{t('help.title')}</h1>
        <Input
          allowClear
          value={typed}
          placeholder={t('help.find')}
          aria-label={t('help.find')}
          onChange={({ target }) => setTyped(target.value)}
        />
        {wanted !== '' && <Found wanted={wanted} />}
        <nav aria-label={t('help.guides')}>
          <ul>
            {GUIDES.map((one) => (
              <li key={one}>
                <Link to={addressOfGuide(one)} aria-current={one === guide ? 'page' : undefined}>
                  {t(`help.guide-${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <article className="help-text" aria-busy={text === undefined}>
        {text !== undefined && <Markdown text={text} />}
      </article>
    </div>
  )
}

/** Guides that mention what is looked for, each with the first line that does. */
function Found({ wanted }: { wanted: string }) {
  const t = useT()
  const language = useLanguage()
  const { data } = useQuery({ queryKey: ['guides', language], queryFn: () => loadGuides(language), staleTime: Infinity })
  const found = data?.flatMap(({ guide, text }) => {
    const line = lineWith(text, wanted)
    return line === undefined ? [] : [{ guide, line }]
  })
  return (
    <div className="help-found">
      <p role="status">{found && (found.length === 0 ? t('help.none', { text: wanted }) : t('help.found', { count: found.length }))}</p>
      <ul>
        {found?.map(({ guide, line }) => (
          <li key={guide}>
            <Link to={addressOfGuide(guide)}>{t(`help.guide-${guide}`)}</Link>
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
