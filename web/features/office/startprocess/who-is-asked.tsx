/** The diagram of a process that is about to be started, and who would be asked with what is filled in now. */
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import type { StartForm } from '../../../../model/contract/workflow/office.ts'
import { previewStart } from '../../../../model/contract/workflow/office.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { PictureView } from '../../../shared/workflow/picture-view.tsx'

export function WhoIsAsked({ of, data }: { of: StartForm; data: EntryData }) {
  const t = useT()
  const looked = useMutation({ mutationFn: () => ask(previewStart, { processDefinitionId: of.id, formData: data }) })
  const namesOf = (people: readonly string[], total: number) => {
    const names = people.join(t('common.between'))
    return total > people.length ? t('my-process.more-people', { people: names, count: total }) : names
  }
  const tasks = looked.data?.tasks
  return (
    <section className="resource-card start-part">
      <h2>{t('my-process.diagram')}</h2>
      <div className="start-diagram">
        <PictureView picture={of.picture} label={t('process-list.diagram-of', { name: of.name })} />
      </div>
      <Button loading={looked.isPending} onClick={() => looked.mutate()}>
        {t(tasks ? 'my-process.who-asked-again' : 'my-process.who-asked')}
      </Button>
      <div role="status">
        {tasks &&
          (tasks.length === 0 ? (
            <p className="quiet">{t('my-process.nobody-asked')}</p>
          ) : (
            <>
              <p className="quiet">{t('my-process.who-asked-about')}</p>
              <ol className="start-asked">
                {tasks.map(({ node, name, people, total }) => (
                  <li key={node}>
                    <strong>{name}</strong>
                    <span>{total === 0 ? t('process-list.nobody') : namesOf(people, total)}</span>
                  </li>
                ))}
              </ol>
            </>
          ))}
      </div>
    </section>
  )
}
