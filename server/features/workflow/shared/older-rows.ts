/**
 * What clients of this API family look for in rows about processes (docs/decisions/0161-answers-to-older-clients.md): their names for what the row has.
 * Of a field that the caller does not see there is nothing under another name either.
 */

type Row = Readonly<Record<string, unknown>>

/** The sentences that such clients show, and compare with. `ended`: nothing was decided, and it went to its end. */
const STATUSES: Readonly<Record<string, string>> = {
  running: '审批中',
  approved: '审批通过',
  ended: '审批通过',
  rejected: '已驳回',
  cancelled: '已终止',
  terminated: '已终止',
  returned: '已终止',
}

/** Returns the members with their names changed, those alone that the row has. */
const renamed = (row: Row, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(names).flatMap(([theirs, ours]) => (Object.hasOwn(row, ours) ? [[theirs, row[ours]]] : [])))

const statusOf = ({ processStatus: status }: Row): Record<string, unknown> =>
  typeof status === 'string' ? { processStatus: STATUSES[status] ?? status } : {}

/** Milliseconds between two times of a row, which are written to the second; nothing where one of them is not there or not over. */
function between(row: Row, from: string, to: string): number | undefined {
  const [begin, end] = [row[from], row[to]]
  if (typeof begin !== 'string' || typeof end !== 'string') return undefined
  const [first, last] = [begin, end].map((each) => Date.parse(`${each.replace(' ', 'T')}Z`))
  return Number.isFinite(first) && Number.isFinite(last) ? Number(last) - Number(first) : undefined
}

const lasting = (name: string, took: number | undefined): Record<string, unknown> => (took === undefined ? {} : { [name]: took })

/** Of an instance, whether it is over or not. */
export const olderInstance = (row: Row): Row => ({
  processInstanceId: row['id'],
  ...renamed(row, {
    processDefinitionId: 'definitionId',
    processDefinitionName: 'definitionIdCn',
    processDefinitionKey: 'definitionKey',
    processDefinitionVersion: 'definitionVersion',
    businessKey: 'businessNumber',
    startUserId: 'starterIdCn',
    deleteReason: 'endReason',
  }),
  ...(typeof row['instanceState'] === 'string'
    ? { ended: row['instanceState'] === 'ended', suspended: row['instanceState'] === 'suspended' }
    : {}),
  ...lasting('durationInMillis', between(row, 'startTime', 'endTime')),
  ...statusOf(row),
})

/** Of a task in the lists of those who manage them. */
export const olderTask = (row: Row): Row => ({
  ...renamed(row, { assignee: 'assigneeIdCn', owner: 'ownerIdCn', dueDate: 'dueTime', startTime: 'createTime' }),
  ...(typeof row['taskState'] === 'string'
    ? { status: row['taskState'] === 'open' || row['taskState'] === 'waiting' ? '办理中' : '已结束' }
    : {}),
  ...lasting('durationInMillis', between(row, 'createTime', 'endTime')),
  ...lasting('workTimeInMillis', between(row, 'claimTime', 'endTime')),
})

/** Of a task of one's own: what the starter has said stands in an object. */
export const olderPersonalTask = (row: Row): Row => ({
  ...renamed(row, { dueDate: 'dueTime' }),
  taskLocalVariables: renamed(row, { startTime: 'rangeStart', endTime: 'rangeEnd', description: 'description' }),
  ...statusOf(row),
})

/** Of a version of a process: `version` is that of the row, by which a change is refused that overtook another. */
export const olderDefinition = (row: Row): Row => (typeof row['suspended'] === 'number' ? { suspended: row['suspended'] === 1 } : {})

/** Of a model: who may start it, by name. */
export const olderModel = (row: Row): Row => renamed(row, { referGroupNames: 'referGroupIdCn', username: 'referUserIdCn' })
