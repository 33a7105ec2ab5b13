//! The QC code of an error: which class of trouble of the quality loop it is.

use wenfang_story::mend::QcCode;

use crate::error::Code;

impl Code {
    /// The class of trouble, if the quality loop names one. Trouble with the place of an issue and with the source of a
    /// text (QC-013, QC-015, QC-017, QC-018) is named where it arises; no error has it.
    pub const fn qc(self) -> Option<QcCode> {
        match self {
            Self::ModelFailed | Self::AnswerUnusable => Some(QcCode::PromptExecution),
            Self::PromptFaulty => Some(QcCode::TemplateMismatch),
            Self::ProjectHeld
            | Self::ReadOnly
            | Self::NotWritable
            | Self::FileGone
            | Self::DiskFull
            | Self::Busy
            | Self::Io => Some(QcCode::StatePersistence),
            Self::NoModel
            | Self::ConsentNeeded
            | Self::AgreementNeeded
            | Self::NoKeychain
            | Self::KeysLocked
            | Self::KeyElsewhere
            | Self::CeilingReached
            | Self::AlreadyRunning
            | Self::StepRefused
            | Self::ModelUnusable => Some(QcCode::ToolUnavailable),
            Self::Damaged => Some(QcCode::StorageFailure),
            Self::FileNotFound
            | Self::FileExists
            | Self::NotAProject
            | Self::ForeignSchema
            | Self::NewerSchema
            | Self::OlderSchema
            | Self::BackupFolder
            | Self::TooLarge
            | Self::NotFound
            | Self::BadRequest
            | Self::NameTaken
            | Self::InUse
            | Self::TimeCycle
            | Self::QuoteNotFound
            | Self::MergeConflict
            | Self::ImportRefused
            | Self::CopyMismatch
            | Self::NoProject
            | Self::StepFailed
            | Self::DownloadFailed
            | Self::NoPdfProgram
            | Self::NoFont
            | Self::NothingForPrint
            | Self::PdfTooLarge
            | Self::Stopped
            | Self::Internal => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use ts_rs::{Config, TS};
    use wenfang_project::{Error as ProjectError, FileError};
    use wenfang_story::mend::{IllegalStep, IssueEvent, IssueState};

    use super::*;
    use crate::Error;

    /// The codes with a class of trouble, by number; every other code has none.
    const TABLE: [(u16, &[Code]); 9] = [
        (4, &[Code::ModelFailed, Code::AnswerUnusable]),
        (6, &[Code::PromptFaulty]),
        (
            9,
            &[
                Code::ProjectHeld,
                Code::ReadOnly,
                Code::NotWritable,
                Code::FileGone,
                Code::DiskFull,
                Code::Busy,
                Code::Io,
            ],
        ),
        (
            12,
            &[
                Code::NoModel,
                Code::ConsentNeeded,
                Code::AgreementNeeded,
                Code::NoKeychain,
                Code::KeysLocked,
                Code::KeyElsewhere,
                Code::CeilingReached,
                Code::AlreadyRunning,
                Code::StepRefused,
                Code::ModelUnusable,
            ],
        ),
        (13, &[]),
        (15, &[]),
        (16, &[Code::Damaged]),
        (17, &[]),
        (18, &[]),
    ];

    const NONE: &[Code] = &[
        Code::FileNotFound,
        Code::FileExists,
        Code::NotAProject,
        Code::ForeignSchema,
        Code::NewerSchema,
        Code::OlderSchema,
        Code::BackupFolder,
        Code::TooLarge,
        Code::NotFound,
        Code::BadRequest,
        Code::NameTaken,
        Code::InUse,
        Code::TimeCycle,
        Code::QuoteNotFound,
        Code::MergeConflict,
        Code::ImportRefused,
        Code::CopyMismatch,
        Code::NoProject,
        Code::StepFailed,
        Code::DownloadFailed,
        Code::NoPdfProgram,
        Code::NoFont,
        Code::NothingForPrint,
        Code::PdfTooLarge,
        Code::Stopped,
        Code::Internal,
    ];

    #[test]
    fn every_code_has_the_class_of_the_table() {
        let numbers: Vec<u16> = QcCode::ALL.into_iter().map(QcCode::number).collect();
        assert_eq!(TABLE.map(|(number, _)| number).as_slice(), numbers);
        for (number, codes) in TABLE {
            for code in codes {
                assert_eq!(code.qc().map(QcCode::number), Some(number), "{code:?}");
            }
        }
        for code in NONE {
            assert_eq!(code.qc(), None, "{code:?}");
        }
        let listed = NONE.len() + TABLE.iter().map(|(_, codes)| codes.len()).sum::<usize>();
        let declared = Code::decl(&Config::default()).matches(" | ").count() + 1;
        assert_eq!(listed, declared, "a code is missing from the table");
    }

    #[test]
    fn failures_of_the_state_store_are_named() {
        let qc = |error: ProjectError| Error::from(error).code.qc();
        let step = IllegalStep { state: IssueState::Deferred, event: IssueEvent::FixBegun };
        for (error, expected) in [
            (ProjectError::File(FileError::DiskFull), Some(QcCode::StatePersistence)),
            (ProjectError::LeaseLost(1.into()), Some(QcCode::StatePersistence)),
            (ProjectError::ClaimLost(1.into()), Some(QcCode::StatePersistence)),
            (ProjectError::File(FileError::damaged("page 3")), Some(QcCode::StorageFailure)),
            (ProjectError::NoScene(1.into()), None),
            (ProjectError::IllegalStep { issue: 1.into(), step }, None),
            (ProjectError::MendingEnded(1.into()), None),
        ] {
            let text = error.to_string();
            assert_eq!(qc(error), expected, "{text}");
        }
    }
}
