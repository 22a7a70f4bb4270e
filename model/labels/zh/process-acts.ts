/** What keeps somebody from acting on a task or an instance. */
import type en from '../en/process-acts.ts'

export default {
  'error.process.ended': '“{{name}}”已结束',
  'error.process.suspended': '“{{name}}”已挂起，激活之前不能办理',
  'error.process.suspended-definition': '流程“{{name}}”已挂起，不能发起',
  'error.process.not-yours': '您不在可以发起“{{name}}”的人员之列',
  'error.process.key-used': '该请求的幂等键已用于另一次请求',
  'error.process.variable': '变量 {{name}} 无法保存：名称不符合要求，或者内容过大',
  'error.process.incident-over': '该异常已有人处理',
  'error.process.incident-stays': '节点 {{node}} 处的异常不能重试，也不能跳过',
  'error.process-task.done': '“{{task}}”已由 {{who}} 于 {{time}} 办理',
  'error.process-task.over': '“{{task}}”已无需办理',
  'error.process-task.taken': '“{{task}}”自 {{time}} 起由 {{who}} 办理',
  'error.process-task.free': '请先签收“{{task}}”',
  'error.process-task.waiting': '“{{task}}”还没有轮到您办理',
  'error.process-task.delegated': '“{{task}}”是委派给您的，请回复，由委派人决定',
  'error.process-task.not-delegated': '“{{task}}”并非委派给您的任务',
  'error.process-task.not-claimed': '“{{task}}”是直接指派的，不能退回候选',
  'error.process-task.has-it': '{{who}} 已是“{{task}}”的办理人',
  'error.process-task.own': '“{{task}}”不能由发起人办理，而 {{who}} 是发起人',
  'error.process-task.same': '{{who}} 已审批过，不能再办理“{{task}}”',
  'error.process-task.no-way-back': '“{{task}}”不能退回到所选节点',
  'process.reminder': '“{{task}}”已超时',
  'process.reassigned': '“{{task}}”已无人可办，已改由他人处理',
  'process.variables': '变量的值',
  'process.variables-size': '变量的总大小超出限制',
} as const satisfies Record<keyof typeof en, string>
