# What the library says becomes conditions of R: errors, warnings and messages with classes and
# fields, so that programs need not read the sentences.

status_names <- c("usage", "bad_data", "infeasible", "io", "unverified", "interrupted", "no_memory")

# The argument of R that sets a key of the plan, where there is one.
argument_of <- function(key) {
    if (is.na(key)) return(NULL)
    known <- c(privacy.k = "k", search.algorithm = "algorithm", search.metric = "metric",
               attributes.NAME.role = "quasi", attributes.NAME.hierarchy = "hierarchies",
               population.file = "population", front_path = "front", resume_path = "resume",
               checkpoint_path = "checkpoint", report_path = "report", ks = "k", input = "data",
               table = "data")
    if (key %in% names(known)) return(known[[key]])
    keys <- plan_keys()
    at <- match(key, keys$key)
    if (is.na(at)) key else keys$name[at]
}

shoal_condition <- function(failure) {
    kind <- status_names[failure$status]
    argument <- argument_of(failure$key)
    message <- failure$message
    if (!is.null(argument)) message <- paste0(message, " [argument ", argument, "]")
    structure(class = c(paste0("shoal_", kind), "shoal_error", "error", "condition"),
              list(message = message, call = NULL, code = failure$code, key = failure$key,
                   line = failure$line, column = failure$column, argument = argument))
}

# The value of a call into C, or the error that it reports.
checked <- function(value) {
    if (inherits(value, "shoal_failure")) stop(shoal_condition(value))
    value
}

# What is wrong with arguments of R.
refuse <- function(..., code = "argument", key = NA_character_) {
    stop(structure(class = c("shoal_usage", "shoal_error", "error", "condition"),
                   list(message = paste0(...), call = NULL, code = code, key = key,
                        line = NA_real_, column = NA_real_)))
}

tell_note <- function(sentence, code = NA_character_, attribute = NA_character_) {
    message(structure(class = c("shoal_note", "message", "condition"),
                      list(message = paste0(sentence, "\n"), call = NULL, code = code,
                           attribute = attribute)))
}

tell_warning <- function(sentence, code, attribute = NA_character_) {
    warning(structure(class = c("shoal_warning", "warning", "condition"),
                      list(message = paste0(sentence, " [", code, "]"), call = NULL, code = code,
                           attribute = attribute)))
}

# Sentences that a call told, as a data frame.
told_frame <- function(told, accepted = FALSE) {
    field <- function(name) vapply(told, function(x) as.character(x[[name]]), "")
    out <- data.frame(code = field("code"), attribute = field("attribute"), message = field("message"))
    if (accepted) out$accepted <- vapply(told, function(x) isTRUE(x$accepted), NA)
    out
}

# Runs a call of the library: notes are told while it runs, warnings when it has ended. Returns what
# C returns, with the warnings and notes as data frames.
run_call <- function(kind, plan, job, progress) {
    notes <- warned <- list()
    show <- progress_shower(progress)
    tell <- function(event) {
        if (event$kind == "note") {
            notes[[length(notes) + 1L]] <<- event
            show(NULL)
            tell_note(event$message, event$code, event$attribute)
        } else if (event$kind == "warning") {
            warned[[length(warned) + 1L]] <<- event
        } else {
            show(event)
        }
    }
    answer <- .Call(C_run, kind, plan, job, tell)
    show(NULL)
    if (inherits(answer, "shoal_failure") && answer$status == 6L) .Call(C_raise_interrupt)
    answer <- checked(answer)
    answer$notes <- told_frame(notes)
    answer$warnings <- told_frame(warned, accepted = TRUE)
    answer
}

# After all else is done: a handler may leave through a warning.
signal_warnings <- function(warnings) {
    for (i in which(!warnings$accepted))
        tell_warning(warnings$message[i], warnings$code[i], warnings$attribute[i])
}
