/** Processes that I have started: how each is, who has it now, and what can still be done with it. */
import { useNavigate } from 'react-router'
import type { MyProcess } from '../../../../model/contract/workflow/office.ts'
import { exportMyProcess, queryMyProcess } from '../../../../model/contract/workflow/office.ts'
import { startedProcessList } from '../../../../model/lists/personal.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { actsInList, useMyActs } from '../../../shared/workflow/office/my-acts.tsx'
import { PersonalList } from '../../../shared/workflow/personal-list.tsx'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { columnsOf } from './columns.tsx'

const DETAILS = '/personaloa/myprocessdetails'
const START = '/personaloa/startprocess'

export default function MyProcessPage() {
  const t = useT()
  const navigate = useNavigate()
  const shows = useShown(startedProcessList.menu)
  const { actsOf, dialogs } = useMyActs()
  const open = ({ id }: MyProcess) => void navigate(`${DETAILS}?id=${id}`)

  return (
    <>
      <PersonalList<MyProcess>
        of={startedProcessList}
        ask={(query, options) => ask(queryMyProcess, query, options)}
        file={(asked, options) => askFile(exportMyProcess, asked, options)}
        shows={shows}
        columns={columnsOf(t, open)}
        filters={['name', 'processStatus', 'description']}
        card={{ title: 'name', status: 'processStatus', fields: ['waitsFor', 'attention', 'description', 'startTime', 'businessNumber'] }}
        nameOf={({ name }) => name}
        empty={t('my-process.none')}
        actions={() => (shows('start') ? [{ key: 'start', label: t('menu.startprocess'), run: () => void navigate(START) }] : [])}
        actionsOf={(row) => [
          ...(shows('details') ? [{ key: 'details', label: t('button.details'), main: true, run: () => open(row) }] : []),
          ...actsOf(row, actsInList(row)),
        ]}
      />
      {dialogs}
    </>
  )
}
