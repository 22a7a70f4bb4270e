/** Three processes of the demonstration, drawn and deployed: leave, the calibration of a device, and the repair after an alarm. */
import type { ProcessSeed } from './belongings.ts'
import { drawnXml } from './process-drawing.ts'
import { deviceCalibrationForm, leaveRequestForm } from './process-forms.ts'

const user = (username: string) => ({ kind: 'user', username })
const managers = { managers: [user('admin')] }
const timer = (duration: string) =>
  `<bpmn:timerEventDefinition><bpmn:timeDuration>${duration}</bpmn:timeDuration></bpmn:timerEventDefinition>`

/** Up to three days the superior decides; what is longer goes to three people, of whom 60% have to agree. */
const leave: ProcessSeed = {
  key: 'leave-request',
  name: '请假申请',
  category: '人事',
  description: '三天以内由上级审批；超过三天由三人会签，同意达 60% 即通过。',
  form: leaveRequestForm.formDescription,
  xml: drawnXml({
    key: 'leave-request',
    name: '请假申请',
    settings: { ...managers, numberPrefix: 'QJ' },
    nodes: [
      { id: 'start', is: 'startEvent', name: '提交申请', at: [0, 0] },
      {
        id: 'superior',
        is: 'userTask',
        name: '上级审批',
        at: [1, 0],
        settings: { people: [user('editor')], due: { after: 'P2D' }, fields: { handover: 'write' } },
      },
      { id: 'long', is: 'exclusiveGateway', name: '超过三天？', at: [2, 0] },
      {
        id: 'panel',
        is: 'userTask',
        name: '会签',
        at: [3, 1],
        settings: { people: ['admin', 'editor', 'viewer'].map(user), group: { mode: 'ratio', percent: 60 }, fields: { papers: 'hidden' } },
      },
      { id: 'together', is: 'exclusiveGateway', at: [4, 0] },
      { id: 'end', is: 'endEvent', name: '结束', at: [5, 0] },
    ],
    flows: [
      { from: 'start', to: 'superior' },
      { from: 'superior', to: 'long' },
      { from: 'long', to: 'panel', name: '是', condition: '= days > 3' },
      { from: 'long', to: 'together', name: '否' },
      { from: 'panel', to: 'together' },
      { from: 'together', to: 'end' },
    ],
  }),
  instances: [
    {
      by: 'viewer',
      description: '家中有事，请假两天。',
      variables: { kind: 'personal', days: 2, reason: '家中有事，需要回家处理。', handover: '由同班组代班' },
      acts: [{ by: 'editor', does: 'complete', comment: '同意，注意交接。' }],
    },
    {
      by: 'viewer',
      description: '回乡探亲，请假五天。',
      variables: { kind: 'annual', days: 5, reason: '回乡探亲，往返路程较远。' },
      acts: [{ by: 'editor', does: 'complete', comment: '同意，请会签。' }],
    },
    {
      by: 'admin',
      description: '参加外部培训，请假一天。',
      variables: { kind: 'training', days: 1, reason: '参加安全管理培训。' },
      acts: [],
    },
    {
      by: 'viewer',
      description: '请假十天。',
      variables: { kind: 'personal', days: 10, reason: '长途出行。' },
      acts: [{ by: 'editor', does: 'reject', comment: '近期检修集中，请改期。' }],
    },
  ],
}

/** Measuring and checking are a sub-process; the device rests for an hour before it counts as calibrated. */
const calibration: ProcessSeed = {
  key: 'device-calibration',
  name: '设备校准',
  category: '设备',
  description: '拟定方案，现场测量与复核，静置一小时后确认。',
  form: deviceCalibrationForm.formDescription,
  xml: drawnXml({
    key: 'device-calibration',
    name: '设备校准',
    settings: { ...managers, numberPrefix: 'JZ' },
    nodes: [
      { id: 'start', is: 'startEvent', name: '到期', at: [0, 0] },
      {
        id: 'plan',
        is: 'userTask',
        name: '拟定方案',
        at: [1, 0],
        settings: { people: [user('editor')], fields: { method: 'write', points: 'write' } },
      },
      {
        id: 'on-site',
        is: 'subProcess',
        name: '现场校准',
        at: [2, 0],
        within: {
          columns: 4,
          nodes: [
            { id: 'arrive', is: 'startEvent', at: [2, 0] },
            {
              id: 'measure',
              is: 'userTask',
              name: '测量',
              at: [3, 0],
              settings: { people: [user('editor')], fields: { points: 'write', deviation: 'write' } },
            },
            {
              id: 'review',
              is: 'userTask',
              name: '复核',
              at: [4, 0],
              settings: { people: [user('admin')], fields: { verdict: 'write', remarks: 'write' } },
            },
            { id: 'done', is: 'endEvent', at: [5, 0] },
          ],
          flows: [
            { from: 'arrive', to: 'measure' },
            { from: 'measure', to: 'review' },
            { from: 'review', to: 'done' },
          ],
        },
      },
      { id: 'settle', is: 'intermediateCatchEvent', name: '静置一小时', at: [6, 0], body: timer('PT1H') },
      { id: 'confirm', is: 'userTask', name: '确认', at: [7, 0], settings: { people: [user('admin')] } },
      { id: 'end', is: 'endEvent', name: '完成', at: [8, 0] },
    ],
    flows: [
      { from: 'start', to: 'plan' },
      { from: 'plan', to: 'on-site' },
      { from: 'on-site', to: 'settle' },
      { from: 'settle', to: 'confirm' },
      { from: 'confirm', to: 'end' },
    ],
  }),
  instances: [
    {
      by: 'admin',
      description: '年度校准到期，请安排。',
      variables: { equipment: '出口压力变送器', method: 'comparison', points: 5 },
      acts: [{ by: 'editor', does: 'complete', comment: '方案已拟定，周三上午进行。' }],
    },
    {
      by: 'admin',
      description: '更换传感器后的校准。',
      variables: { equipment: '温度传感器', method: 'reference', points: 5, deviation: 0.12, verdict: 'pass' },
      acts: [
        { by: 'editor', does: 'complete', comment: '按标准方案。' },
        { by: 'editor', does: 'complete', comment: '五点测量完成，误差在允许范围内。' },
        { by: 'admin', does: 'complete', comment: '复核通过。' },
      ],
    },
  ],
}

/**
 * Started by alarms, whose priority says how urgent it is (precast-alarms.ts, water-alarms.ts), or by somebody who says so. Who does not take it within half
 * an hour is not the only one who knows: the managers are told. Nobody has said how urgent the last one is.
 */
const repair: ProcessSeed = {
  key: 'alarm-repair',
  name: '报警维修',
  category: '设备',
  description: '报警后半小时内须接单，超时通知负责人；紧急的当场处理，其余排期处理，最后验收。',
  xml: drawnXml({
    key: 'alarm-repair',
    name: '报警维修',
    settings: { ...managers, numberPrefix: 'WX' },
    nodes: [
      { id: 'start', is: 'startEvent', name: '报警', at: [0, 0] },
      { id: 'accept', is: 'userTask', name: '接单', at: [1, 0], settings: { people: [user('editor')], priority: 80 } },
      {
        id: 'late',
        is: 'boundaryEvent',
        name: '半小时未接单',
        at: [1, 1],
        on: 'accept',
        more: ' cancelActivity="false"',
        body: timer('PT30M'),
      },
      {
        id: 'tell',
        is: 'serviceTask',
        name: '通知负责人',
        at: [2, 1],
        settings: {
          service: {
            do: 'notify',
            to: [user('admin')],
            title: { zh: '维修工单无人接单', tw: '維修工單無人接單', en: 'Nobody has taken a repair' },
            text: {
              zh: '报警已半小时无人接单，请安排。',
              tw: '警報已半小時無人接單，請安排。',
              en: 'An alarm has waited for half an hour. Please see to it.',
            },
          },
        },
      },
      { id: 'told', is: 'endEvent', at: [3, 1] },
      { id: 'urgent', is: 'exclusiveGateway', name: '是否紧急？', at: [2, 0] },
      { id: 'at-once', is: 'userTask', name: '当场处理', at: [3, 0], settings: { people: [user('editor')], priority: 90 } },
      { id: 'planned', is: 'userTask', name: '排期处理', at: [3, -1], settings: { people: [user('editor')] } },
      { id: 'accepted', is: 'userTask', name: '验收', at: [4, 0], settings: { people: [user('admin')] } },
      { id: 'end', is: 'endEvent', name: '关闭', at: [5, 0] },
    ],
    flows: [
      { from: 'start', to: 'accept' },
      { from: 'accept', to: 'urgent' },
      { from: 'late', to: 'tell' },
      { from: 'tell', to: 'told' },
      { from: 'urgent', to: 'at-once', name: '紧急', condition: '= urgency = "high" or priority <= 2' },
      { from: 'urgent', to: 'planned', name: '一般', condition: '= urgency = "normal" or priority > 2' },
      { from: 'at-once', to: 'accepted' },
      { from: 'planned', to: 'accepted' },
      { from: 'accepted', to: 'end' },
    ],
  }),
  instances: [
    {
      by: 'admin',
      description: '温度超上限报警。',
      variables: { urgency: 'high' },
      acts: [
        { by: 'editor', does: 'complete', comment: '已接单，十分钟到场。' },
        { by: 'editor', does: 'complete', comment: '更换冷却风扇，温度已恢复。' },
        { by: 'admin', does: 'complete', comment: '验收合格。' },
      ],
    },
    {
      by: 'admin',
      description: '通信中断报警。',
      variables: { urgency: 'normal' },
      acts: [{ by: 'editor', does: 'complete', comment: '已接单，安排明日处理。' }],
    },
    // Without an urgency no way leads on: an incident that somebody has to look at.
    {
      by: 'admin',
      description: '压力波动报警，紧急程度未填。',
      variables: {},
      acts: [{ by: 'editor', does: 'complete', comment: '已接单。' }],
    },
  ],
}

export const processes: readonly ProcessSeed[] = [leave, calibration, repair]
