/** The files of a form: one is read, and copied. */
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import type { FormResource } from '../../../../model/contract/devtool/form-generator.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { SourceCode } from '../../../ui/source-code.tsx'
import { toast } from '../../../ui/toast.ts'

export function Files({ files }: { files: readonly FormResource[] }) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const shown = files.find(({ name }) => name === chosen) ?? files[0]

  async function copy(text: string): Promise<void> {
    if (await copyText(text)) toast.success(t('forms.generator.copied'))
    else toast.warning(t('clipboard.refused'))
  }

  if (!shown) return null
  const lines = shown.text.split('\n').length - 1
  return (
    <div className="form-files">
      <nav aria-label={t('forms.generator.files')}>
        <ul>
          {files.map(({ name }) => (
            <li key={name}>
              <button type="button" aria-current={name === shown.name} onClick={() => setChosen(name)} translate="no">
                {name}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="form-file">
        <div className="form-file-head">
          <h2 translate="no">{shown.name}</h2>
          <span>{t('forms.generator.lines', { count: lines.toLocaleString('en') })}</span>
          <Button size="small" icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy(shown.text)}>
            {t('forms.generator.copy')}
          </Button>
        </div>
        <SourceCode key={shown.name} text={shown.text} label={shown.name} />
      </div>
    </div>
  )
}
