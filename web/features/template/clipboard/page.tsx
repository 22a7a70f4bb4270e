import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'

export default function ClipboardPage() {
  const t = useT()
  const id = useId()
  const { user } = useSession()
  const [text, setText] = useState(`${user.nickname} <${user.email ?? user.username}>`)
  const [pasted, setPasted] = useState<string>()

  async function copy(): Promise<void> {
    if (await copyText(text)) toast.success(t('clipboard.copied'))
    else toast.warning(t('clipboard.refused'))
  }

  /** The browser asks the person first; whoever says no is told the other way. */
  async function paste(): Promise<void> {
    const { clipboard } = navigator as { clipboard?: Clipboard }
    const found = await clipboard?.readText().catch(() => undefined)
    if (found === undefined) toast.warning(t('clipboard.no-paste'))
    else setPasted(found)
  }

  return (
    <Example title={t('menu.clipboard')} about={t('clipboard.about')} source={['features/template/clipboard/']}>
      <ExampleCard title={t('clipboard.copy')}>
        <div className="example-field">
          <label htmlFor={id}>{t('clipboard.text')}</label>
          <Input.TextArea
            id={id}
            value={text}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button type="primary" icon={<CopyOutlined aria-hidden="true" />} disabled={text === ''} onClick={() => void copy()}>
              {t('clipboard.copy')}
            </Button>
          </div>
        </div>
      </ExampleCard>
      <ExampleCard title={t('clipboard.paste')} about={t('clipboard.paste-about')}>
        <Button icon={<SnippetsOutlined aria-hidden="true" />} onClick={() => void paste()}>
          {t('clipboard.paste')}
        </Button>
        <p className="example-result" role="status">
          {pasted === undefined ? t('clipboard.nothing') : pasted}
        </p>
      </ExampleCard>
    </Example>
  )
}
