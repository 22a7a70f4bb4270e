/** Sentences that somebody writes often: one is chosen, or they are looked after. */
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { phrasesOf } from './phrases.ts'

const PhrasesDialog = lazyWithPreload(() => import('./phrases-dialog.tsx'))

export function PhraseMenu({ onChoose }: { onChoose: (phrase: string) => void }) {
  const t = useT()
  const [managed, setManaged] = useState(false)
  const { data } = useQuery(phrasesOf)
  const phrases = data?.list ?? []
  return (
    <>
      <Dropdown
        trigger={['click']}
        autoFocus
        menu={{
          className: 'task-phrases',
          items: [
            ...phrases.map(({ id, text }) => ({ key: id, label: text, onClick: () => onChoose(text) })),
            ...(phrases.length > 0 ? [{ type: 'divider' as const }] : []),
            { key: 'manage', label: t('my-task.phrase-manage'), onClick: () => setManaged(true) },
          ],
        }}
      >
        <Button size="small" type="link" aria-haspopup="menu">
          {t('my-task.phrase-insert')}
        </Button>
      </Dropdown>
      <Suspense fallback={null}>{managed && <PhrasesDialog onClose={() => setManaged(false)} />}</Suspense>
    </>
  )
}
