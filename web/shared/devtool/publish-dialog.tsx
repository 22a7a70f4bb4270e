/** Before a form is published: what it differs in from the version before, or what keeps it from being published. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { publishGeneratorForm, queryFormVersionContent } from '../../../model/contract/devtool/forms.ts'
import type { DefinitionFault } from '../../../model/form/check-definition.ts'
import type { FormDefinition } from '../../../model/form/definition.ts'
import { EMPTY_FORM } from '../../../model/form/definition.ts'
import { forms } from '../../../model/index.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { ask } from '../../kernel/http/ask.ts'
import { forgetLists } from '../../kernel/http/resource-client.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { DifferenceList } from './difference-list.tsx'
import { differencesOf } from './differences.ts'
import { FaultList } from './fault-list.tsx'

interface PublishProps {
  readonly id: string
  /** The newest published version; 0 before the first. */
  readonly version: number
  readonly definition: FormDefinition
  readonly faults: readonly DefinitionFault[]
  /** The revision of the draft that is kept; nothing where it could not be kept. */
  readonly revision: () => Promise<number | undefined>
  readonly onPublished: (answer: { readonly formVersion: number; readonly revision: number }) => void
  readonly onChoose?: (field: string) => void
  readonly onClose: () => void
}

export default function PublishDialog({ id, version, definition, faults, revision, onPublished, onChoose, onClose }: PublishProps) {
  const t = useT()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { data: before } = useQuery({
    queryKey: [forms.name, 'version', id, version],
    queryFn: async () => (version === 0 ? EMPTY_FORM : (await ask(queryFormVersionContent, { id, formVersion: version })).definition),
    staleTime: Infinity,
  })
  const isRefused = faults.length > 0

  async function publish(): Promise<void> {
    setBusy(true)
    try {
      const kept = await revision()
      if (kept === undefined) return setFailure(t('form-versions.not-saved'))
      const answer = await ask(publishGeneratorForm, { id, revision: kept }, { quiet: true })
      toast.success(t('form-versions.published', { version: answer.formVersion }))
      void forgetLists(queries, forms)
      onPublished(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('form-versions.publish-title', { version: version + 1 })}
      okText={t('form-versions.publish')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: isRefused }}
      confirmLoading={isBusy}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {isRefused ? (
        <>
          <Alert type="warning" showIcon title={t('form-versions.publish-refused')} />
          <FaultList
            faults={faults}
            definition={definition}
            {...(onChoose
              ? {
                  onChoose: (field: string) => {
                    onClose()
                    onChoose(field)
                  },
                }
              : {})}
          />
        </>
      ) : (
        <>
          <p>{t(version === 0 ? 'form-versions.publish-first' : 'form-versions.publish-about', { version })}</p>
          {before && <DifferenceList of={differencesOf(before, definition)} />}
        </>
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}
