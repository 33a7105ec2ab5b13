//! How a run starts.

use std::sync::Arc;

use serde_json::Value;
use wenfang_project::workflows::{self as rows, NewRun, Parent};
use wenfang_workflow::machine::Machine;
use wenfang_workflow::{Flow, RunStatus};

use crate::Host;
use crate::engine::{Inner, Start, Started, WhenBusy, definition};
use crate::error::{Error, Result};
use crate::key::{is_held_above, key};

impl<H: Host> Inner<H> {
    pub(crate) async fn start(self: &Arc<Self>, start: Start, parent: Option<Parent>) -> Result<Started> {
        let flow = Arc::clone(self.flow(&start.workflow)?);
        self.start_flow(flow, start, parent).await
    }

    /// Starts a run of a workflow.
    pub(crate) async fn start_flow(
        self: &Arc<Self>,
        flow: Arc<Flow>,
        start: Start,
        parent: Option<Parent>,
    ) -> Result<Started> {
        self.check_input(&flow, &start.input)?;
        let mut tx = self.host.project().begin_write().await?;
        let mut key = key(&flow, &start.input);
        if let (Some(parent), Some(wanted)) = (&parent, &key)
            && is_held_above(&mut tx, parent.run, wanted).await?
        {
            key = None;
        }
        let mut status = RunStatus::Running;
        if let Some(key) = &key
            && let Some(busy) = rows::busy(&mut tx, key).await?
        {
            if parent.is_some() {
                return Err(Error::Busy(busy.id));
            }
            let waits = busy.status == RunStatus::Queued.as_str();
            if start.when_busy == WhenBusy::Join || waits {
                return Ok(Started { run: busy.id, already: true });
            }
            if let Some(queued) = rows::next_queued(&mut tx, key).await? {
                return Ok(Started { run: queued.id, already: true });
            }
            status = RunStatus::Queued;
        }
        let definition = definition(&flow);
        let new = NewRun {
            workflow: &start.workflow,
            definition: &definition,
            input: &start.input.to_string(),
            changed_params: None,
            trigger: if parent.is_some() { "workflow" } else { start.trigger.as_str() },
            key: key.as_deref(),
            status: status.as_str(),
            parent: parent.as_ref(),
            again_of: None,
        };
        let run = rows::insert(&mut tx, &new, self.host.project().now()).await?;
        let epoch = rows::lease(&mut tx, run).await?;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        wenfang_project::step("workflow.filed");
        self.host.changed(run);
        if status == RunStatus::Running {
            let mut machine = Machine::new(flow, Arc::new(start.input));
            machine.start();
            self.launch((run, epoch), machine, key)?;
        }
        Ok(Started { run, already: false })
    }

    fn check_input(&self, flow: &Flow, input: &Value) -> Result<()> {
        let handlers = flow.definition.nodes.iter().filter_map(|node| node.handler.as_deref());
        let read =
            handlers.filter_map(|name| self.registry.described().get(name)).flat_map(|spec| spec.reads);
        let names = flow.reads().into_iter().chain(read.copied());
        match names.into_iter().find(|name| input.get(name).is_none()) {
            Some(name) => Err(Error::NoInput(name.to_owned())),
            None => Ok(()),
        }
    }
}
