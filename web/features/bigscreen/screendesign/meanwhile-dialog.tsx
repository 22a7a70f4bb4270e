/** Somebody else saved the screen meanwhile: what the two differ in, and which of them goes on. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { queryScreenDesign } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { Meanwhile, Saving } from '../../../shared/panels/use-saving.ts'
import { ScreenDifferences } from '../../../shared/screens/design/difference-list.tsx'
import { differencesOf } from '../../../shared/screens/design/differences.ts'
import { secondOf } from '../../../ui/clock.ts'
import { useDesign, useDesignState } from './store.ts'

interface MeanwhileProps {
  readonly id: string
  readonly meanwhile: Meanwhile
  readonly saving: Saving<ScreenDocument>
}

export default function MeanwhileDialog({ id, meanwhile, saving }: MeanwhileProps) {
  const t = useT()
  const { load, store } = useDesign()
  const mine = useDesignState(({ document }) => document)
  const {
    data: theirs,
    error,
    refetch,
  } = useQuery({
    queryKey: [screens.name, 'meanwhile', id, meanwhile.revision],
    queryFn: () => ask(queryScreenDesign, { id }),
    gcTime: 0,
  })
  const who = meanwhile.savedBy ?? t('screen-design.somebody')

  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('screen-design.meanwhile-title', { who })}
      footer={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (!theirs) return
              load(theirs.content)
              saving.choose(theirs.revision, store.getState().document)
            }}
          >
            {t('screen-design.take-theirs')}
          </Button>
          <Button type="primary" disabled={!theirs} onClick={() => theirs && saving.choose(theirs.revision)}>
            {t('screen-design.keep-mine')}
          </Button>
        </>
      }
    >
      <p>{t('screen-design.meanwhile-about', { who, time: meanwhile.savedAt === null ? '' : secondOf(meanwhile.savedAt) })}</p>
      {theirs ? (
        <ScreenDifferences of={differencesOf(theirs.content, mine)} />
      ) : error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Modal>
  )
}
