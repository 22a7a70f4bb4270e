import { Segmented } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import type { Language } from '../../../kernel/i18n/i18n.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { textPictures } from '../../../kernel/resource/text-pictures.ts'
import type { EditorLanguage } from '../../../ui/rich-text.tsx'
import { RichText, editorLanguages } from '../../../ui/rich-text.tsx'

const RichContent = lazy(() => import('../../../ui/rich-text/rich-content.tsx'))

const names: Readonly<Record<EditorLanguage, string>> = { en: 'English', zh_CN: '简体中文', es_MX: 'Español', ja: '日本語' }
const nearest: Readonly<Record<Language, EditorLanguage>> = { en: 'en', zh: 'zh_CN', tw: 'zh_CN' }

export default function EditorPage() {
  const t = useT()
  const [language, setLanguage] = useState<EditorLanguage>(nearest[useLanguage()])
  const [html, setHtml] = useState('')
  return (
    <Example title={t('menu.editor')} about={t('editor.about')} source={['features/template/editor/', 'ui/rich-text.tsx']}>
      <ExampleCard title={t('editor.write')}>
        <p>
          <Segmented
            value={language}
            aria-label={t('shell.language')}
            options={editorLanguages.map((value) => ({ value, label: names[value] }))}
            onChange={setLanguage}
          />
        </p>
        <RichText
          label={t('editor.text')}
          value={html}
          onChange={setHtml}
          language={language}
          pictures={textPictures}
          loading={t('common.loading')}
        />
      </ExampleCard>
      <ExampleCard title={t('editor.shown')} about={t('editor.shown-about')}>
        <Suspense fallback={<p>{t('common.loading')}</p>}>
          <RichContent html={html} pictures={textPictures} />
        </Suspense>
      </ExampleCard>
    </Example>
  )
}
