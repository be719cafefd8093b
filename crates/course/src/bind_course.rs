//! The binding of courses: convert, call, print.

use serde::Serialize;
use wasm_bindgen::{JsCast, prelude::*};

use crate::{
    Answer, Course, CourseSource, Issue, LangTag, Tried, Ungraded,
    bind::{JsScenarioSource, RawPlayer, fault, list, print, read_end},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../courses.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A course as it is shown.
    #[wasm_bindgen(typescript_type = "CourseView")]
    pub type JsCourseView;
    /// An exercise as it is shown.
    #[wasm_bindgen(typescript_type = "ExerciseView")]
    pub type JsExerciseView;
    /// What is said of an answer.
    #[wasm_bindgen(typescript_type = "Verdict")]
    pub type JsVerdict;
    /// The right answer.
    #[wasm_bindgen(typescript_type = "Solution")]
    pub type JsSolution;
    /// Programs of a course.
    #[wasm_bindgen(typescript_type = "CourseProgram[]")]
    pub type JsCoursePrograms;
    /// A fault of a program.
    #[wasm_bindgen(typescript_type = "CourseIssue | null")]
    pub type JsCourseFault;
    /// Faults of a course.
    #[wasm_bindgen(typescript_type = "CourseIssue[]")]
    pub type JsCourseIssues;
}

/// Every fault of a `CourseSource`.
#[wasm_bindgen(js_name = checkCourse)]
pub fn js_check_course(
    #[wasm_bindgen(unchecked_param_type = "CourseSource")] source: JsValue,
) -> Result<JsCourseIssues, JsValue> {
    json(&Course::check(&read(source)?))
}

/// A course that was read.
#[wasm_bindgen]
pub struct RawCourse {
    course: Course,
    /// What a program did so far, until it is graded.
    tried: Vec<Tried>,
}

#[wasm_bindgen]
impl RawCourse {
    /// Reads a `CourseSource`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "CourseSource")] source: JsValue,
    ) -> Result<Self, JsValue> {
        let course = Course::new(read(source)?).map_err(|issues| bad_course(&issues))?;
        Ok(Self { course, tried: Vec::new() })
    }

    /// The course as it is shown.
    pub fn view(&self) -> Result<JsCourseView, JsValue> {
        json(&self.course.view().map_err(|issues| bad_course(&issues))?)
    }

    /// An exercise as it is shown.
    pub fn exercise(&self, id: &str) -> Result<JsExerciseView, JsValue> {
        let view = self.course.exercise(id);
        let view = view.ok_or_else(|| bad_input(&format!("there is no exercise {id}"), "id"))?;
        json(&view.map_err(|issues| bad_course(&issues))?)
    }

    /// The files of a scenario.
    pub fn scenario(
        &self,
        name: &str,
        #[wasm_bindgen(unchecked_param_type = "Lang")] lang: &str,
    ) -> Result<JsScenarioSource, JsValue> {
        let lang = [LangTag::En, LangTag::PtBr, LangTag::Ko]
            .into_iter()
            .find(|tag| tag.as_str() == lang)
            .ok_or_else(|| bad_input(&format!("there is no language {lang}"), "lang"))?;
        print(&self.course.source().scenario(name, lang).map_err(|issues| bad_course(&issues))?)
    }

    /// Grades an `Answer`.
    pub fn grade(
        &self,
        exercise: &str,
        task: &str,
        #[wasm_bindgen(unchecked_param_type = "Answer")] answer: JsValue,
    ) -> Result<JsVerdict, JsValue> {
        let given = serde_wasm_bindgen::from_value(answer).map_err(|error| error.to_string());
        let answer = given
            .and_then(Answer::read)
            .map_err(|error| bad_input(&format!("this is no answer: {error}"), "answer"))?;
        json(&self.course.grade(exercise, task, &answer).map_err(ungraded)?)
    }

    /// The whole program with this text in the region of a code task.
    #[wasm_bindgen(js_name = programOf)]
    pub fn program_of(&self, exercise: &str, task: &str, text: &str) -> Result<String, JsValue> {
        self.course.program_of(exercise, task, text).map_err(ungraded)
    }

    /// Takes what a program did on the next of its trials.
    pub fn take(
        &mut self,
        player: &RawPlayer,
        #[wasm_bindgen(unchecked_param_type = "TrialEnd")] end: JsValue,
    ) -> Result<(), JsValue> {
        // One that is none ends all that was to be graded with it.
        let end = read_end(end).inspect_err(|_| self.tried.clear())?;
        // How much fuel it used matters to whoever wrote the task, and is checked elsewhere.
        self.tried.push(Tried { run: player.0.clone(), end, fuel: 0.0 });
        Ok(())
    }

    /// Grades a program by what was taken of it.
    #[wasm_bindgen(js_name = gradeProgram)]
    pub fn grade_program(
        &mut self,
        exercise: &str,
        task: &str,
        text: &str,
    ) -> Result<JsVerdict, JsValue> {
        let tried = std::mem::take(&mut self.tried);
        print(&self.course.grade_program(exercise, task, text, &tried).map_err(ungraded)?)
    }

    /// Every program of the course that can be tried.
    pub fn programs(&self) -> Result<JsCoursePrograms, JsValue> {
        json(&self.course.programs())
    }

    /// What is wrong with the program of a file, by what was taken of it.
    #[wasm_bindgen(js_name = programFault)]
    pub fn program_fault(&mut self, file: &str) -> Result<JsCourseFault, JsValue> {
        let tried = std::mem::take(&mut self.tried);
        let program = self.course.programs().into_iter().find(|program| program.file == file);
        let program = program.ok_or_else(|| bad_input("there is no such program", "file"))?;
        json(&self.course.program_fault(&program, &tried).map_err(ungraded)?)
    }

    /// The right answer to a task.
    pub fn solution(&self, exercise: &str, task: &str) -> Result<JsSolution, JsValue> {
        let solution = self.course.solution(exercise, task).map_err(ungraded)?;
        json(&solution.map_err(|issues| bad_course(&issues))?)
    }
}

/// Prints by way of JSON, which issues and numbers take anyway: what is printed in one way only is
/// compiled once.
fn json<T: JsCast>(value: &impl Serialize) -> Result<T, JsValue> {
    print(&serde_json::to_value(value).unwrap_or_default())
}

fn read(source: JsValue) -> Result<CourseSource, JsValue> {
    serde_wasm_bindgen::from_value(source).map_err(|error| {
        let message = format!("this is no course source: {error}");
        fault(&message, "BAD_SOURCE", "", &JsValue::NULL)
    })
}

fn ungraded(why: Ungraded) -> JsValue {
    match why {
        Ungraded::Unknown(what) => bad_input(&what, "task"),
        Ungraded::NoAnswer(what) => bad_input(&what, "answer"),
    }
}

fn bad_input(message: &str, path: &str) -> JsValue {
    fault(message, "BAD_INPUT", path, &JsValue::NULL)
}

fn bad_course(issues: &[Issue]) -> JsValue {
    let (message, list) = list(issues);
    fault(&message, "BAD_COURSE", "", &list)
}
