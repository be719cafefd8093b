//! The folder of a course: what in it is not read, and what is written into it.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use super::{check, command, copy, course, faults, text, told};

#[test]
fn what_is_no_course_is_told_as_json_too() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file.toml"), "").unwrap();
    for folder in [".", "file.toml", "nowhere"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secondwind"));
        let output =
            command.current_dir(dir.path()).args(["check", folder, "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{folder}");
        let issues: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(issues.as_array().map(Vec::len), Some(1), "{folder}");
        assert_eq!(issues[0]["code"], "no-course", "{folder}");
        let course = Path::new(folder).join("course.toml").display().to_string();
        assert_eq!(issues[0]["args"]["file"], course.as_str());
    }
}

#[test]
fn a_key_in_a_name_is_refused_and_shown_nowhere() {
    let key = format!("sk-ant-api03-{}", "a1".repeat(20));
    let dir = course(&[]);
    fs::write(dir.path().join(format!("sections/{key}.md")), "words").unwrap();
    fs::write(dir.path().join(format!("harness/{key}.js")), [0xff]).unwrap();
    for args in [&[][..], &["--json"], &["--lock"]] {
        let output = check(dir.path(), args);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains("a1a1"), "{said}");
        for code in ["secret", "unused-file", "not-text"] {
            assert!(said.contains(code), "{code}: {said}");
        }
    }
}

#[test]
fn a_mark_before_utf8_says_nothing() {
    let dir = course(&[]);
    for name in [
        "course.toml",
        "course/en.ftl",
        "sections/first/ko.md",
        "scenarios/small.toml",
        "harness/toggles.json",
        "exercises/kinds/code/solution.js",
        "course.lock.toml",
    ] {
        let path = dir.path().join(name);
        fs::write(&path, format!("\u{feff}{}", fs::read_to_string(&path).unwrap())).unwrap();
    }
    assert_eq!(faults(dir.path(), &[]), []);
    assert_eq!(check(dir.path(), &["--lock"]).status.code(), Some(0));
}

#[test]
fn what_turns_the_direction_of_a_text_is_seen() {
    let dir = course(&[("exercises/kinds.toml", "unit = \"calls\"", "unit = \"\u{202e}calls\"")]);
    fs::write(dir.path().join("sections/\u{202e}dm.md"), "words").unwrap();
    let said = text(&check(dir.path(), &[]).stderr);
    assert!(!said.contains('\u{202e}'), "{said}");
    assert!(said.contains("./sections/\\u{202e}dm.md: "), "{said}");
    assert!(said.contains("unit = \"\u{fffd}calls\""), "{said}");
}

#[test]
fn of_very_many_faults_those_of_a_file_are_told_up_to_a_limit() {
    let dir = course(&[]);
    let path = dir.path().join("exercises/kinds.toml");
    let kinds = fs::read_to_string(&path).unwrap();
    let task = |place| format!("[[tasks]]\nid = \"t{place}\"\nkind = \"explain\"\nrun = \"no\"\n");
    let kinds = kinds + &(0..10_000).map(task).collect::<String>();
    fs::write(path, kinds).unwrap();
    let found = faults(dir.path(), &[]);
    for file in ["exercises/kinds.toml", "exercises/kinds/en.ftl", "exercises/kinds/ko.ftl"] {
        let of: Vec<_> = found.iter().filter(|(_, name)| name == file).collect();
        assert_eq!(of.len(), 101, "{file}");
        assert_eq!(of[100].0, "more-faults", "{file}");
    }
    assert!(found.len() < 500);
}

#[test]
fn two_that_lock_at_the_same_time_leave_a_whole_list_and_nothing_else() {
    let dir = course(&[]);
    let lock = dir.path().join("course.lock.toml");
    let kept = fs::read_to_string(&lock).unwrap();
    fs::remove_file(&lock).unwrap();
    let run = || {
        let mut command = command(dir.path(), &["--lock"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for child in [0; 6].map(|_| run()) {
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        let is_late = said.contains("was changed in the meantime");
        assert!(output.status.success() || is_late, "{said}");
    }
    assert_eq!(fs::read_to_string(&lock).unwrap(), kept);
    assert_eq!(left_over(dir.path()), 0);
}

/// How many files are there that were written aside.
fn left_over(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().contains("part")).count()
}

#[cfg(unix)]
mod unix {
    use std::{
        ffi::OsStr,
        fs,
        os::unix::{
            ffi::OsStrExt,
            fs::{PermissionsExt, symlink},
        },
    };

    use tempfile::TempDir;

    use super::super::{check, course, faults, told};

    #[test]
    fn nothing_is_read_through_a_link() {
        let outside = TempDir::new().unwrap();
        fs::write(outside.path().join("en.md"), "![](elsewhere.svg)").unwrap();
        for name in ["sections/first/en.md", "course.toml", "harness/harness.js"] {
            let dir = course(&[]);
            fs::remove_file(dir.path().join(name)).unwrap();
            symlink(outside.path().join("en.md"), dir.path().join(name)).unwrap();
            let found = faults(dir.path(), &[]);
            assert!(found.contains(&("link".to_owned(), name.to_owned())), "{name}: {found:?}");
            let elsewhere = ["image-without-words", "missing-file", "syntax"];
            assert!(
                !found
                    .iter()
                    .any(|(code, file)| file == name && elsewhere.contains(&code.as_str())),
                "{found:?}"
            );
        }
        let dir = course(&[]);
        fs::rename(dir.path().join("sections"), outside.path().join("sections")).unwrap();
        symlink(outside.path().join("sections"), dir.path().join("sections")).unwrap();
        assert_eq!(faults(dir.path(), &[]), told(&[("link", "sections")]));
        // What is no part of the course may lead anywhere.
        let dir = course(&[]);
        symlink(outside.path(), dir.path().join("notes")).unwrap();
        symlink(outside.path(), dir.path().join("sections/.hidden")).unwrap();
        // So may what editors put beside a file that is open.
        symlink("nobody@nowhere.1", dir.path().join("course/.#en.ftl")).unwrap();
        fs::write(dir.path().join("._course.toml"), [0, 0xff]).unwrap();
        assert_eq!(faults(dir.path(), &[]), []);
    }

    #[test]
    fn a_name_that_is_no_text_is_told() {
        let dir = course(&[]);
        let name = OsStr::from_bytes(b"sections/first/\xff.md");
        // Some disks take no such name.
        if fs::write(dir.path().join(name), "words").is_ok() {
            let expected = told(&[("name-not-text", "sections/first/\u{fffd}.md")]);
            assert_eq!(faults(dir.path(), &[]), expected);
        }
    }

    #[test]
    fn the_list_of_ids_is_written_beside_nothing_that_was_there_and_keeps_its_permissions() {
        let dir = course(&[]);
        let lock = dir.path().join("course.lock.toml");
        let outside = TempDir::new().unwrap();
        let other = outside.path().join("other");
        fs::write(&other, "mine").unwrap();
        symlink(&other, dir.path().join("course.lock.toml.part")).unwrap();
        fs::set_permissions(&lock, fs::Permissions::from_mode(0o640)).unwrap();
        fs::write(&lock, fs::read_to_string(&lock).unwrap() + "# a note\n").unwrap();
        assert_eq!(check(dir.path(), &["--lock"]).status.code(), Some(0));
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
        assert_eq!(fs::metadata(&lock).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(!fs::read_to_string(&lock).unwrap().contains("a note"));
        assert_eq!(super::left_over(dir.path()), 1);
        // One that leads elsewhere is not followed.
        fs::remove_file(&lock).unwrap();
        symlink(&other, &lock).unwrap();
        assert_eq!(check(dir.path(), &["--lock"]).status.code(), Some(2));
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    }
}

#[test]
fn of_a_folder_with_courses_each_is_checked() {
    let dir = TempDir::new().unwrap();
    copy(course(&[]).path(), &dir.path().join("whole"));
    copy(course(&[("course.toml", "id = \"tiny\"", "id = 7")]).path(), &dir.path().join("broken"));
    fs::create_dir(dir.path().join("pictures")).unwrap();
    let output = check(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "./whole has no faults.\n");
    let said = text(&output.stderr);
    assert!(said.starts_with("./broken/course.toml:") && said.contains("1 fault."), "{said}");
    assert_eq!(faults(dir.path(), &[]), told(&[("wrong-type", "broken/course.toml")]));
    fs::remove_dir_all(dir.path().join("broken")).unwrap();
    assert_eq!(faults(dir.path(), &[]), []);
}
