/** Chooses a file of BPMN and reads it, by the encoding that it names. */
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { MAX_MODEL_XML } from '../../../model/contract/workflow/models.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { modelIn } from './bpmn-file.ts'

export interface ModelFile {
  readonly file: File
  readonly fileName: string
  readonly xml: string
}

interface FileChoiceProps {
  readonly id?: string
  readonly value?: ModelFile
  readonly onChange?: (file: ModelFile | undefined) => void
}

export function FileChoice({ id, value, onChange }: FileChoiceProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()

  async function read(file: File | undefined): Promise<void> {
    if (!file) return
    const found = modelIn(await file.arrayBuffer(), MAX_MODEL_XML)
    if (typeof found === 'string') {
      setFailure(undefined)
      onChange?.({ file, fileName: file.name, xml: found })
    } else {
      setFailure(t(`process-list.unreadable-${found.unreadable}`))
      onChange?.(undefined)
    }
  }

  return (
    <div className="process-acts">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('process-list.choose-file')}
        accept=".bpmn,.xml,application/xml,text/xml"
        onChange={({ target }) => {
          void read(target.files?.[0])
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
      <Button {...(id === undefined ? {} : { id })} onClick={() => input.current?.click()}>
        {t('process-list.choose-file')}
      </Button>
      <span role="status">{failure ?? value?.fileName}</span>
    </div>
  )
}
