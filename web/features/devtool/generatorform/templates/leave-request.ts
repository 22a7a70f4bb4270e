/** A request for leave: the days are counted, and sick leave asks for a certificate from the third day on. */
import type { FormDefinition } from '../../../../../model/form/definition.ts'

export const leaveRequest: FormDefinition = {
  schema: 1,
  fields: [
    {
      id: 'leavekind',
      name: 'leave_kind',
      kind: 'radio',
      labels: { zh: '请假类型', tw: '假別', en: 'Kind of leave' },
      required: true,
      listed: true,
      choices: [
        { value: 'annual', labels: { zh: '年假', tw: '特休', en: 'Annual leave' } },
        { value: 'sick', labels: { zh: '病假', tw: '病假', en: 'Sick leave' } },
        { value: 'personal', labels: { zh: '事假', tw: '事假', en: 'Personal leave' } },
        { value: 'other', labels: { zh: '其他', tw: '其他', en: 'Other' } },
      ],
    },
    {
      id: 'firstday',
      name: 'first_day',
      kind: 'date',
      labels: { zh: '开始日期', tw: '開始日期', en: 'First day' },
      required: true,
      listed: true,
      initial: { op: 'today', of: [] },
    },
    {
      id: 'lastday',
      name: 'last_day',
      kind: 'date',
      labels: { zh: '结束日期', tw: '結束日期', en: 'Last day' },
      required: true,
      listed: true,
      compare: [{ is: 'greater-or-equal', field: 'firstday' }],
    },
    {
      id: 'days',
      name: 'days',
      kind: 'integer',
      labels: { zh: '天数', tw: '天數', en: 'Days' },
      help: { zh: '含首尾两天，按自然日计算', tw: '含首尾兩天，按日曆天計算', en: 'Calendar days, the first and the last included' },
      listed: true,
      compute: { op: 'add', of: [{ op: 'days-between', of: [{ field: 'firstday' }, { field: 'lastday' }] }, { value: 1 }] },
    },
    {
      id: 'reason',
      name: 'reason',
      kind: 'lines',
      labels: { zh: '请假事由', tw: '請假事由', en: 'Reason' },
      maxLength: 500,
      requiredWhen: {
        op: 'among',
        of: [{ field: 'leavekind' }, { value: ['personal', 'other'] }],
      },
    },
    {
      id: 'certificate',
      name: 'certificate',
      kind: 'pictures',
      labels: { zh: '病假证明', tw: '診斷證明', en: 'Medical certificate' },
      maxCount: 5,
      visibleWhen: { op: 'equal', of: [{ field: 'leavekind' }, { value: 'sick' }] },
      requiredWhen: { op: 'greater-or-equal', of: [{ field: 'days' }, { value: 3 }] },
    },
    {
      id: 'deputy',
      name: 'deputy',
      kind: 'user',
      labels: { zh: '工作交接人', tw: '職務代理人', en: 'Deputy' },
    },
    {
      id: 'mobile',
      name: 'mobile',
      kind: 'text',
      labels: { zh: '请假期间联系电话', tw: '請假期間聯絡電話', en: 'Phone during the leave' },
      maxLength: 20,
    },
  ],
  layout: [
    { part: 'field', field: 'leavekind' },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'firstday', span: 5 },
        { part: 'field', field: 'lastday', span: 5 },
        { part: 'field', field: 'days', span: 2 },
      ],
    },
    { part: 'field', field: 'reason' },
    { part: 'field', field: 'certificate' },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'deputy' },
        { part: 'field', field: 'mobile' },
      ],
    },
  ],
  print: {
    header: { zh: '请假申请单', tw: '請假單', en: 'Request for leave' },
    signatures: [
      { zh: '申请人', tw: '申請人', en: 'Applicant' },
      { zh: '审批人', tw: '核准人', en: 'Approved by' },
    ],
  },
}
