/** Before a form is published: what it differs in from the version before, or what keeps it from being published. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { publishGeneratorForm, queryFormVersionContent } from '../../../../model/contract/devtool/forms.ts'
import type { DefinitionFault } from '../../../../model/form/check-definition.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { EMPTY_FORM } from '../../../../model/form/definition.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DifferenceList } from '../../../shared/devtool/difference-list.tsx'
import { differencesOf } from '../../../shared/devtool/differences.ts'
import { FaultList } from './fault-list.tsx'
import type { Saving } from './use-saving.ts'

interface PublishProps {
  readonly id: string
  /** The newest published version; 0 before the first. */
  readonly version: number
  readonly definition: FormDefinition
  readonly faults: readonly DefinitionFault[]
  readonly saving: Saving
  readonly onPublished: (version: number) => void
  readonly onClose: () => void
}

export default function PublishDialog({ id, version, definition, faults, saving, onPublished, onClose }: PublishProps) {
  const t = useT()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()
  const { data: before } = useQuery({
    queryKey: ['forms', 'version', id, version],
    queryFn: async () => (version === 0 ? EMPTY_FORM : (await ask(queryFormVersionContent, { id, formVersion: version })).definition),
    staleTime: Infinity,
  })
  const isRefused = faults.length > 0

  async function publish(): Promise<void> {
    setBusy(true)
    try {
      const revision = await saving.now()
      if (revision === undefined) return setSaid(t('form-design.not-saved'))
      const answer = await ask(publishGeneratorForm, { id, revision })
      saving.goOnFrom(answer.revision)
      void queries.invalidateQueries({ queryKey: ['forms', 'list'] })
      onPublished(answer.formVersion)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('form-design.publish-title', { version: version + 1 })}
      okText={t('form-design.publish')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: isRefused }}
      confirmLoading={isBusy}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {isRefused ? (
        <>
          <Alert type="warning" showIcon title={t('form-design.publish-refused')} />
          {/* A fault that is chosen is behind the dialog. */}
          <div onClick={onClose} role="presentation">
            <FaultList faults={faults} definition={definition} />
          </div>
        </>
      ) : (
        <>
          <p>{t(version === 0 ? 'form-design.publish-first' : 'form-design.publish-about', { version })}</p>
          {before && <DifferenceList of={differencesOf(before, definition)} />}
        </>
      )}
      {said !== undefined && <Alert type="error" showIcon title={said} />}
    </Modal>
  )
}
