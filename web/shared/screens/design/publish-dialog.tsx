/** Before a screen is published: what it differs in from the version before, or what keeps it from being published. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { ScreenFinding } from '../../../../model/contract/screen/screens.ts'
import { publishScreen, queryScreenDesign, queryScreenVersionContent } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { toast } from '../../../ui/toast.ts'
import { isAlike } from '../../panels/alike.ts'
import { ScreenDifferences } from './difference-list.tsx'
import { differencesOf } from './differences.ts'
import { FindingList } from './finding-list.tsx'

interface PublishProps {
  readonly id: string
  /** The newest published version; 0 before the first. */
  readonly version: number
  readonly content: ScreenDocument
  readonly findings: readonly ScreenFinding[]
  /** The revision of the draft that is kept; nothing where it could not be kept. */
  readonly revision: () => Promise<number | undefined>
  readonly onPublished: (answer: { readonly screenVersion: number; readonly revision: number }) => void
  readonly onChoose?: (page: string, widget: string | null) => void
  readonly onClose: () => void
}

export default function PublishDialog({ id, version, content, findings, revision, onPublished, onChoose, onClose }: PublishProps) {
  const t = useT()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { data: before, error } = useQuery({
    queryKey: [screens.name, 'version', id, version],
    queryFn: () => ask(queryScreenVersionContent, { id, screenVersion: version }),
    enabled: version > 0,
    staleTime: Infinity,
  })
  const isRefused = findings.some(({ level }) => level === 'error')
  const differences = before && differencesOf(before.content, content)
  const isSame = differences?.length === 0

  async function publish(): Promise<void> {
    setBusy(true)
    try {
      const kept = await revision()
      if (kept === undefined) return setFailure(t('screen-list.not-saved'))
      const answer = await publishedAt(id, kept, content)
      toast.success(t('screen-list.published', { version: answer.screenVersion }))
      void forgetLists(queries, screens)
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
      title={t('screen-list.publish-title', { version: version + 1 })}
      okText={t('screen-list.publish')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: isRefused || isSame || (version > 0 && !before && !error) }}
      confirmLoading={isBusy}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {isRefused && <Alert type="warning" showIcon title={t('screen-list.publish-refused')} />}
      {!isRefused && (
        <>
          <p>
            {t(version === 0 ? 'screen-list.publish-first' : isSame ? 'screen-list.publish-same' : 'screen-list.publish-about', {
              version,
            })}
          </p>
          {differences && !isSame && <ScreenDifferences of={differences} />}
          {version > 0 && !before && !error && <Skeleton active title={false} />}
        </>
      )}
      {findings.length > 0 && (
        <FindingList
          findings={findings}
          pages={content.pages}
          onChoose={
            onChoose &&
            ((page, widget) => {
              onClose()
              onChoose(page, widget)
            })
          }
        />
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}

/** Publishes the draft. Where only its name or the like was changed meanwhile, what is published is still what was looked at. */
async function publishedAt(id: string, revision: number, content: ScreenDocument) {
  try {
    return await ask(publishScreen, { id, revision }, { quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.answer['revision'] !== 'number') throw error
    const stored = await ask(queryScreenDesign, { id }, { quiet: true })
    if (!isAlike(stored.content, content)) throw error
    return ask(publishScreen, { id, revision: stored.revision }, { quiet: true })
  }
}
