/** Somebody else saved the form meanwhile: what the two differ in, and which of them goes on. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { queryFormDesign } from '../../../../model/contract/devtool/forms.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DifferenceList } from '../../../shared/devtool/difference-list.tsx'
import { differencesOf } from '../../../shared/devtool/differences.ts'
import { secondOf } from '../../../ui/clock.ts'
import { useDesign, useDesignState } from './design-store.ts'
import { definitionOf } from './state/doc.ts'
import type { Meanwhile, Saving } from './use-saving.ts'

export default function MeanwhileDialog({ id, meanwhile, saving }: { id: string; meanwhile: Meanwhile; saving: Saving }) {
  const t = useT()
  const { act, store } = useDesign()
  const mine = useDesignState(({ doc }) => definitionOf(doc))
  const { data: theirs } = useQuery({
    queryKey: ['forms', 'meanwhile', id, meanwhile.revision],
    queryFn: () => ask(queryFormDesign, { id }),
    gcTime: 0,
  })
  const who = meanwhile.savedBy ?? t('form-design.somebody')

  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('form-design.meanwhile-title', { who })}
      footer={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (!theirs) return
              act({ do: 'load', definition: theirs.definition })
              saving.choose(theirs.revision, store.getState().doc)
            }}
          >
            {t('form-design.take-theirs')}
          </Button>
          <Button type="primary" onClick={() => saving.choose(theirs?.revision ?? meanwhile.revision)}>
            {t('form-design.keep-mine')}
          </Button>
        </>
      }
    >
      <p>{t('form-design.meanwhile-about', { who, time: meanwhile.savedAt === null ? '' : secondOf(meanwhile.savedAt) })}</p>
      {theirs && <DifferenceList of={differencesOf(theirs.definition, mine)} />}
    </Modal>
  )
}
