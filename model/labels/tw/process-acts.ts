/** What keeps somebody from acting on a task or an instance. */
import type en from '../en/process-acts.ts'

export default {
  'error.process.ended': '「{{name}}」已結束',
  'error.process.suspended': '「{{name}}」已暫停，啟用之前不能辦理',
  'error.process.suspended-definition': '流程「{{name}}」已暫停，不能發起',
  'error.process.not-yours': '您不在可以發起「{{name}}」的人員之列',
  'error.process.key-used': '此請求的冪等鍵已用於另一次請求',
  'error.process.variable': '變數 {{name}} 無法儲存：名稱不符合要求，或者內容過大',
  'error.process.incident-over': '此異常已有人處理',
  'error.process.incident-stays': '節點 {{node}} 處的異常不能重試，也不能略過',
  'error.process-task.done': '「{{task}}」已由 {{who}} 於 {{time}} 辦理',
  'error.process-task.over': '「{{task}}」已無需辦理',
  'error.process-task.taken': '「{{task}}」自 {{time}} 起由 {{who}} 辦理',
  'error.process-task.free': '請先簽收「{{task}}」',
  'error.process-task.waiting': '「{{task}}」還沒有輪到您辦理',
  'error.process-task.delegated': '「{{task}}」是委派給您的，請回覆，由委派人決定',
  'error.process-task.not-delegated': '「{{task}}」並非委派給您的任務',
  'error.process-task.not-claimed': '「{{task}}」是直接指派的，不能退回候選',
  'error.process-task.has-it': '{{who}} 已是「{{task}}」的辦理人',
  'error.process-task.own': '「{{task}}」不能由發起人辦理，而 {{who}} 是發起人',
  'error.process-task.same': '{{who}} 已簽核過，不能再辦理「{{task}}」',
  'error.process-task.no-way-back': '「{{task}}」不能退回到所選節點',
  'process.reminder': '「{{task}}」已逾時',
  'process.reassigned': '「{{task}}」已無人可辦理，已改由他人處理',
  'process.variables': '變數的值',
  'process.variables-size': '變數的總大小超出限制',
} as const satisfies Record<keyof typeof en, string>
