/** Says that a long message is shown in part, and hands out the whole. */
import { Alert, Button } from 'antd'
import type { MessageText } from '../../../../model/contract/acquisition/mappings.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { wholeOf } from './whole.ts'

interface CutMessageProps {
  readonly message: Pick<MessageText, 'bytes'> & { readonly id: string }
}

export function CutMessage({ message: { id, bytes } }: CutMessageProps) {
  const t = useT()

  async function download(): Promise<void> {
    try {
      saveFile({ name: `${t('mapping.message')}.txt`, content: new Blob([await wholeOf(id)], { type: 'text/plain' }) })
    } catch (error) {
      // The call has said what went wrong.
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <Alert
      type="info"
      showIcon
      className="whole-row"
      title={t('mapping.cut', { size: sizeOf(bytes) })}
      action={
        <Button size="small" onClick={() => void download()}>
          {t('button.download')}
        </Button>
      }
    />
  )
}
