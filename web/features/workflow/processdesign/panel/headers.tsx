import { Input } from 'antd'
import * as z from 'zod/mini'
import { MAX_HEADERS, callHeader } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { DraftList, textIn } from './drafts.tsx'
import { SecretPicker } from './pickers.tsx'

interface HeadersProps {
  readonly label: string
  readonly value: unknown
  readonly onKeep: (headers: readonly unknown[]) => void
}

const HEADERS = z.array(callHeader)

/** Headers of a call: each with a value, or with a secret in its place. */
export function Headers({ label, value, onKeep }: HeadersProps) {
  const t = useT()
  const read = HEADERS.safeParse(value)
  return (
    <DraftList
      label={label}
      addText={t('process-design.header-add')}
      value={read.success ? read.data : []}
      schema={callHeader}
      first={{}}
      max={MAX_HEADERS}
      onKeep={onKeep}
    >
      {(draft, write) => ({
        head: (
          <Input
            aria-label={t('process-design.header-name')}
            placeholder={t('process-design.header-name')}
            maxLength={64}
            value={textIn(draft, 'name')}
            onChange={({ target }) => write({ name: target.value.trim() })}
          />
        ),
        rest: (
          <>
            <Input
              aria-label={t('process-design.header-value')}
              placeholder={t('process-design.header-value')}
              maxLength={1000}
              value={textIn(draft, 'value')}
              onChange={({ target }) => write({ value: target.value })}
            />
            <SecretPicker
              label={t('process-design.header-secret')}
              value={textIn(draft, 'secret')}
              onChange={(secret) => write({ secret })}
            />
          </>
        ),
      })}
    </DraftList>
  )
}
