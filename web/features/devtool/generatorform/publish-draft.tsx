import { useQuery } from '@tanstack/react-query'
import { queryFormDesign } from '../../../../model/contract/devtool/forms.ts'
import { forms } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import PublishDialog from '../../../shared/devtool/publish-dialog.tsx'

/** Publishes the draft of a form as it is kept. */
export default function PublishDraft({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery({ queryKey: [forms.name, 'draft', id], queryFn: () => ask(queryFormDesign, { id }), gcTime: 0 })
  if (!data) return null
  return (
    <PublishDialog
      id={id}
      version={data.formVersion}
      definition={data.definition}
      faults={data.faults}
      revision={() => Promise.resolve(data.revision)}
      onPublished={onClose}
      onClose={onClose}
    />
  )
}
